"""Secrets in a text: patterns that are right nearly always, so that nothing else is ever taken for one."""

from __future__ import annotations

import re

WITHHELD = "[secret withheld]"

# A value is none where it stands for one (a variable, a blank to fill in, asterisks, an example) or has no digit.
_PLACEHOLDER = r"(?![<$%{\[*.]|x{3}|X{3}|your|YOUR|example|changeme|redacted|placeholder|dummy)(?=[^\s'\"`,;)@]*\d)"

_PATTERNS = "|".join(
    (
        r"gh[opsur]_[A-Za-z0-9]{30,}",
        r"github_pat_[A-Za-z0-9_]{40,}",
        r"glpat-[A-Za-z0-9_-]{20,}",
        r"sk-ant-[A-Za-z0-9_-]{24,}",
        r"sk-(?:proj-)?[A-Za-z0-9_-]{40,}",
        r"(?:AKIA|ASIA)[A-Z0-9]{16}",
        r"AIza[A-Za-z0-9_-]{35}",
        r"xox[abeprs]-[A-Za-z0-9-]{16,}",
        r"(?:sk|rk)_live_[A-Za-z0-9]{20,}",
        r"npm_[A-Za-z0-9]{36}",
        r"eyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-]{0,8000}-----END [A-Z ]{0,40}PRIVATE KEY-----|[A-Za-z0-9+/=\s]*)",
        # Assignments and addresses: only the value is one.
        rf"(?<=password=){_PLACEHOLDER}[^\s'\"`,;)]{{6,}}",
        rf"(?<=passwd=){_PLACEHOLDER}[^\s'\"`,;)]{{6,}}",
        rf"(?<=pwd=){_PLACEHOLDER}[^\s'\"`,;)]{{6,}}",
        rf"(?<=secret=){_PLACEHOLDER}[^\s'\"`,;)]{{8,}}",
        rf"(?<=token=){_PLACEHOLDER}[^\s'\"`,;)]{{12,}}",
        rf"(?<=api_key=){_PLACEHOLDER}[^\s'\"`,;)]{{12,}}",
        rf"(?<=://)[A-Za-z0-9._-]{{1,64}}:{_PLACEHOLDER}[^\s/@:'\"`]{{6,128}}(?=@[A-Za-z0-9])",
    )
)

# What every one of them holds; a text without any is not searched, and the patterns are not even compiled.
_SIGNS = ("gh", "github_", "glpat", "sk", "AKIA", "ASIA", "AIza", "xox", "npm_", "eyJ", "PRIVATE KEY", "=", "://")


def masked(text: str) -> str:
    """The text with each secret replaced by a note; a private key may span lines."""
    if not any(sign in text for sign in _SIGNS):
        return text
    return re.sub(_PATTERNS, WITHHELD, text)
