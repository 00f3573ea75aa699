"""Secrets in a text: patterns that are right nearly always, so that nothing else is ever taken for one."""

from __future__ import annotations

import re

WITHHELD = "[secret withheld]"

# A value is none where it stands for one (a variable, a blank to fill in, asterisks, an example) or has no digit.
_PLACEHOLDER = (
    r"(?![<$%{\[*.]|x{3}|X{3}|your|YOUR|example|changeme|redacted|placeholder|dummy)(?=[^\s'\"`,;)@]{0,128}\d)"
)

_PATTERNS = "|".join(
    (
        r"(?<![A-Za-z0-9])gh[opsur]_[A-Za-z0-9]{30,}",
        r"(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{40,}",
        r"(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,}",
        r"(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{24,}",
        r"(?<![A-Za-z0-9])sk-(?:proj-)?(?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9_-]{40,}",
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}",
        r"(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}",
        r"(?<![A-Za-z0-9])xox[abeprs]-[A-Za-z0-9-]{16,}",
        r"(?<![A-Za-z0-9])(?:sk|rk)_live_[A-Za-z0-9]{20,}",
        r"(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}",
        r"(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{16,2000}\.eyJ[A-Za-z0-9_-]{16,4000}\.[A-Za-z0-9_-]{16,}",
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-]{0,8000}-----END [A-Z ]{0,40}PRIVATE KEY-----|[A-Za-z0-9+/=\s]*)",
        # Assignments and addresses: only the value is one.
        rf"(?<=password=){_PLACEHOLDER}[^\s'\"`,;)]{{6,200}}",
        rf"(?<=passwd=){_PLACEHOLDER}[^\s'\"`,;)]{{6,200}}",
        rf"(?<=pwd=){_PLACEHOLDER}[^\s'\"`,;)]{{6,200}}",
        rf"(?<=secret=){_PLACEHOLDER}[^\s'\"`,;)]{{8,200}}",
        rf"(?<=token=){_PLACEHOLDER}[^\s'\"`,;)]{{12,200}}",
        rf"(?<=api_key=){_PLACEHOLDER}[^\s'\"`,;)]{{12,200}}",
        rf"(?<=://)[A-Za-z0-9._-]{{1,64}}:{_PLACEHOLDER}[^\s/@:'\"`]{{6,128}}(?=@[A-Za-z0-9])",
    )
)

# What every one of them holds; a text without any is not searched, and the patterns are not even compiled.
_SIGNS = (
    *(
        "ghp_",
        "gho_",
        "ghs_",
        "ghu_",
        "ghr_",
        "github_pat_",
        "glpat-",
        "sk-",
        "_live_",
        "AKIA",
        "ASIA",
        "AIza",
        "xox",
        "npm_",
    ),
    *("eyJ", "PRIVATE KEY", "password=", "passwd=", "pwd=", "secret=", "token=", "api_key="),
)


def masked(text: str) -> str:
    """The text with each secret replaced by a note; a private key may span lines."""
    if any(sign in text for sign in _SIGNS) or ("://" in text and "@" in text):
        return re.sub(_PATTERNS, WITHHELD, text)
    return text
