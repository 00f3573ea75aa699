"""Rejected approaches: which lines of a memory say that an approach was turned down.

The word "rejected" alone is right less than half the time (servers reject, states are called REJECTED, pushes are
rejected), so a line is judged by its shape and its context, and what is judged otherwise is kept and counted.
"""

from __future__ import annotations

import re

from project_memory.folder import clean

SURE = "sure"
LIKELY = "likely"
NO = "no"


class Line:
    """A candidate: `text` is the whole sentence or list item, `line` holds the decisive word, `first`..`last` the text."""

    __slots__ = ("first", "last", "line", "text", "verdict")

    def __init__(self, line: int, first: int, last: int, text: str, verdict: str) -> None:
        self.line = line
        self.first = first
        self.last = last
        self.text = text
        self.verdict = verdict

    @property
    def marked(self) -> bool:
        """Whether the text holds what the plain rule looks for: "rejected" or "don't re-propose", in any case."""
        return bool(_ORIGINAL.search(self.text))


# --- what people write -------------------------------------------------------------------------------------------

# The word as a label or a predicate. İ folds to two characters in Python, so Turkish is spelled out.
_WORD = (
    r"rejected|rechazad[oa]s?|descartad[oa]s?|rejeitad[oa]s?|recusad[oa]s?|redded[iİ]ld[iİ]|verworfen|abgelehnt|"
    r"rejet[ée]e?s?|отклонен[оаы]?|отвергнут[оаы]?|ruled out|turned down|voted down|vetoed|"
    r"tried and (?:reverted|abandoned|dropped|discarded)|decided against"
)
_CJK_WORD = (
    r"已?(?:被)?否[决決]|不[采採][用纳納]|未[采採][用纳納]|已?[弃棄]用|已放[弃棄]|却下|不採用|見送り|ボツ|没案|"
    r"기각|미채택|불채택|반려|거부|채택\s*(?:하지\s*않|안\s*함|안함)"
)

# "Do not propose this again", in any words.
_AGAIN = (
    r"re-?\s?propos(?:e|ed|ing)|re-?\s?suggest(?:ed|ing)?|re-?\s?litigat(?:e|ed|ing)|re-?\s?introduc(?:e|ed|ing)|"
    r"resurrect(?:ed|ing)?|re-?\s?open(?:ed|ing)?|re-?\s?visit(?:ed|ing)?|re-?\s?debat(?:e|ed|ing)|re-?\s?argue|"
    r"re-?\s?attempt(?:ed|ing)?|re-?\s?pitch(?:ed|ing)?|re-?\s?rais(?:e|ed|ing)|"
    r"(?:propos|suggest|rais|pitch|bring)\w*\s+(?:\w+\s+){0,4}?(?:again|back|up again)"
)
_NEVER = r"(?:do\s*n['’]?t|do\s+not|don['’]t|never|no\s+need\s+to|not\s+to\s+be|must\s+not(?:\s+be)?|should\s*(?:not|n['’]t)(?:\s+be)?|stop|avoid|please\s+don['’]t|cannot\s+be|won['’]t)"
_DONT_AGAIN = _NEVER + r"[\s*_]+(?:(?:ever|even|try\s+to|be|again|silently|casually)\s+){0,2}(?:" + _AGAIN + r")\b"
_FOREIGN_AGAIN = (
    r"no\s+(?:volver\s+a\s+proponer|(?:lo\s+|la\s+)?(?:re)?proponer|reabrir|reproponer)|no\s+(?:lo|la|los|las)\s+propongas|"
    r"não\s+(?:re)?propor|não\s+(?:reabrir|voltar\s+a\s+propor|sugerir)|nao\s+(?:re)?propor|"
    r"(?:tekrar|yeniden|bir\s+daha)\s+[öÖ]ner(?:me|ilme)\w*|nicht\s+(?:erneut|wieder)\s+vorschlagen|ne\s+(?:pas|plus)\s+(?:le\s+|la\s+)?re-?proposer|не\s+предлагать|"
    r"(?:不要|别|別|勿|不得|请勿|請勿|不再|不能)(?:再|重新|重复|重複)*(?:提(?:出|议|議|了)?|建议|建議|考虑|考慮|引入|讨论|討論)|"
    r"再提案(?:しない|禁止|不可|は?しな|は?不要|せず)|蒸し返(?:さ|し)(?:ない|禁止)|再検討(?:しない|不要|は?しな)|"
    r"재제안\s*(?:하지|금지|불가|말)|다시\s*(?:제안|논의|도입|꺼내)\S*\s*(?:말|않|금지)|재논의\s*(?:하지|금지|불가|말)|재도입\s*(?:하지|금지|불가|말)"
)
_PROSE = (
    r"(?:we|i|they|team|decid\w*|have|has|had|was|were|and|but|then)\s+(?:\w+\s+)?(?:decided\s+against|turn(?:ed)?\s+(?:\w+\s+){0,3}down|vot(?:ed)?\s+(?:\w+\s+){0,3}down|vetoed)|"
    r"decided\s+against|(?:not|never)\s+(?:coming|going)\s+back\s+to|the\s+answer\s+(?:is|was|stays|remains)\s+(?:still\s+)?no\b|"
    r"(?:tried|considered|evaluated|explored|prototyped|tested|discussed|proposed|attempted|benchmarked)[^.;:!?\n]{0,60}?"
    r"(?:\band|\bbut|,|→|->|—)\s+(?:then\s+|later\s+|was\s+|were\s+|explicitly\s+|deliberately\s+)*"
    r"(?:reverted|abandoned|discarded|dropped|backed\s+out|rolled\s+back|turned\s+down|ruled\s+out|scrapped)"
)

# --- contexts ----------------------------------------------------------------------------------------------------

# Machines and people in the product's own business: what they reject is behaviour, not a decision about the code.
_MACHINE = (
    r"server|browser|gateway|validator|validation|schema|api|endpoint|registry|hook|hooks|compiler|parser|linter|lint|ci|database|"
    r"db|store|remote|origin|github|gitlab|git|firewall|proxy|runtime|kernel|driver|client library|library|sdk|cli|tool|"
    r"type ?checker|mypy|tsc|eslint|ruff|pre-?commit|postgres\w*|mysql|sqlite|redis|kafka|nginx|cloudflare|aws|s3|oauth|"
    r"middleware|guard|filter|sandbox|policy|rule|rules|check|checks|constraint|backend|frontend|ui|form|router|loader|"
    r"encoder|decoder|serializer|deserializer|converter|service|worker|queue|broker|scheduler|webhook|provider|bank|issuer|"
    r"carrier|customer|driver|merchant|payment processor|stripe|paypal|app ?store|play ?store|apple|google|protection|branch protection|"
    r"auth|authori[sz]ation|permission|token|limiter|rate limit\w*|quota|spec|parser|engine|model|llm|agent|matcher|regex|test|tests|suite|it"
)
_DATA = (
    r"requests?|responses?|push(?:es)?|tokens?|payloads?|uploads?|builds?|messages?|events?|rows?|records?|files?|inputs?|values?|"
    r"forms?|submissions?|bookings?|orders?|payments?|transactions?|invoices?|certs?|certificates?|connections?|logins?|"
    r"signatures?|calls?|headers?|cookies?|quer(?:y|ies)|inserts?|writes?|webhooks?|jobs?|packages?|images?|app|packets?|"
    r"address(?:es)?|names?|keys?|dates?|tx|commits?|preflights?|promises?|items?|entries|fields?|strings?|urls?|paths?|"
    r"users?|accounts?|credentials?|passwords?|sessions?|offers?|tenders?|applications?|candidates?|claims?|documents?|docs|"
    r"photos?|attachments?|edits?|updates?|merges?|deploys?|releases?|versions?|imports?|lines?|chars?|characters?|numbers?|"
    r"ids?|states?|status(?:es)?|count|counts|rate|rates|reason|reasons|badge|filter|tab|list|queue|error|errors|promise|"
    r"samples?|frames?|bytes|tasks?|schema|sql|arguments?|args|params?|parameters?|permissions?|loads?|shipments?|quotes?"
)
_IDEA = (
    r"approach(?:es)?|options?|alternatives?|ideas?|proposals?|designs?|plans?|suggestions?|variants?|attempts?|rewrites?|"
    r"refactors?|refactorings?|migrations?|librar(?:y|ies)|frameworks?|drafts?|hypothes[ie]s|paths?|strateg(?:y|ies)|patterns?|"
    r"solutions?|implementations?|architectures?|directions?|concepts?|experiments?|tools?|techniques?|methods?|decisions?|"
    r"candidates?|choices?|paradigms?|models?|schemes?|mechanisms?|changes?|features?|names?|naming|layouts?|formats?|routes?"
)
_PEOPLE = (
    r"we|i|they|he|she|user|users|team|owner|owners|maintainers?|reviewers?|review|po|pm|cto|ceo|boss|lead|leads|stakeholders?|"
    r"management|group|committee|board|council|legal|security|compliance|design|product|architects?|architecture|founder|"
    r"author|authors|everyone|nobody|operator|human|dev|devs|developers?|engineers?|engineering|ops|finance|sales|marketing|author|"
    r"upstream|consensus|vote|unanimously|director|manager|captain|principal|community|rfc|adr|spike|benchmarks?|measurements?|experiment"
)
_STATUS = (
    r"approved?|accept(?:ed)?|pending|draft|declined?|cancell?ed|superseded|deprecated|closed|resolved|submitted|expired|"
    r"completed?|done|in[ _-]?review|under[ _-]?review|processing|fulfilled|failed|passed|confirmed|valid|invalid|queued|"
    r"skipped|errored|active|inactive|published|archived|merged|proposed|deferred|shipped|paid|refunded|open|new|granted|denied|"
    r"flagged|quarantined|waived|withdrawn|issued|signed|승인|대기|保留|承認|通过|批准|待审"
)
_RUNTIME = re.compile(
    r"\b(?:http\s*)?[45]\d\d\b|\bGH\d{3}\b|non-fast-forward|fast.?forward|protected branch|branch protection|pre-receive|"
    r"\bstatus code|\bexception\b|\bthrows?\b|\braises?\b|\bvalidat(?:or|ion|es)\b|\berror:|\bwith (?:an? )?(?:error|hint|message|code|`|\"|“)|"
    r"\bpush(?:es|ing|ed)?\b|\bprotected\b|\bremote rejected|\bthe (?:preflight|handshake)\b|\bAllowed values|\bregex\b|\bat runtime\b|\bcompile[rs]?\b",
    re.IGNORECASE,
)


_ADVERB = (
    r"explicitly|repeatedly|firmly|already|also|initially|then|later|previously|deliberately|consciously|both|once|just|"
    r"strongly|flatly|immediately|formally|outright|since|now|therefore|always|eventually|finally|subsequently|ultimately|"
    r"all|been|again|correctly|silently|unanimously|definitively|specifically|clearly|has|have|had"
)
_I = re.IGNORECASE

# What a text must hold, in lower case, to be worth parsing: literal stems, since they cost least.
_STEMS = (
    # "reje" stands for English, Portuguese and French at once, "propo" for the rest of Western Europe.
    "reje", "rechazad", "descartad", "recusad", "redded", "verworfen", "abgelehnt", "ruled out", "ed down", "vetoed", "revert",
    "abandoned", "discarded", "dropped", "scrapped", "d against", "propo", "reabrir", "sugerir", "litigat", "introduc", "resurrect",
    "open", "visit", "debat", "argue", "ttempt", "pitch", "again", " back", "raise", "answer ", "vorschlagen", "suggest", "rolled",
)
_WIDE_STEMS = (
    "öner", "отклонен", "отвергнут", "предлагать", "否决", "否決", "采用", "採用", "采纳", "採納", "弃用", "棄用", "放弃", "却下", "見送り",
    "ボツ", "没案", "再", "别提", "不要", "蒸し返", "기각", "채택", "반려", "거부", "제안", "논의", "재도입", "다시",
)

_TRIGGER = re.compile(
    rf"(?P<word>\b(?:{_WORD})(?![^\W\d_가-힣぀-ヿ一-鿿]))|(?P<again>\b{_DONT_AGAIN}|{_FOREIGN_AGAIN})|(?P<prose>\b(?:{_PROSE})\b)"
    rf"|(?P<cjk>{_CJK_WORD})|(?P<bare>rejected|re-?\s?propos\w*)",
    _I,
)
_ORIGINAL = re.compile(r"rejected|don['’]t re-propose", _I)

_CLOSED = re.compile(r"\s*[)\]）】]*\s*(?:$|[:：—–.!?。;；,，、/|]|-\s|[(（\[]|\d{4}|v?\d+\.\d)")
_QUALIFIED = re.compile(
    r"\s+(?:in|on|since|after|during|by|because|as|for|due|over|too|twice|again|outright|at|until|permanently|entirely|"
    r"explicitly|here|unless|before|\d{4})\b", _I)
_REASON = re.compile(
    r"\s*(?:[:：—–;；(（]|[,.]?\s*(?:because|in favou?r|as (?:too|over|un|not|pre)|after|for (?:being|now|its|the)|since|"
    r"due to|over|twice|at the same time|in \d{4}|on \d|during|despite)\b)", _I)
_OBJECT = re.compile(r"\s+(?:the|a|an|this|that|these|those|it|both|using|adding|any|every|[a-z]+ing)\b", _I)
_IDEA_NEXT = re.compile(rf"\s+(?:[\w`'’/-]+\s+){{0,3}}?(?:{_IDEA})\b", _I)
_DATA_NEXT = re.compile(rf"\s+(?:(?:the|a|an|all|any|every|each|our|its|their)\s+)?(?:[\w`'’/-]+\s+)?(?:{_DATA})\b", _I)
_MACHINE_NEXT = re.compile(
    rf"\s+(?:\w+\s+)?(?:by|at|from|in)\s+(?:the|our|a|an|its|their|every|any)?\s*(?:[\w\x01'’./-]+\s+){{0,2}}?(?:{_MACHINE})\b", _I)
_PEOPLE_NEXT = re.compile(
    rf"\s+(?:\w+\s+){{0,2}}?by\s+(?:the|our|my|an?|its)?\s*(?:[\w'’-]+\s+){{0,2}}?(?:{_PEOPLE})\b", _I)
_HANGUL_TAIL = re.compile(r"(?:는|은|된|됨|한|했|함|이다|임)")
_HANGUL_STATE = re.compile(r"\s*(?:[가-힣]|状态|状態|の|時|时|なら|的)")

_NEGATED = re.compile(
    r"(?:\b(?:not|never|nor|neither|no longer|without being|yet to be)|n['’]t)\s+(?:(?:been|being|yet|actually|outright|formally|simply)\s+)*$", _I)
_WRITING = re.compile(
    r"\b(?:word|words|mark|marks|marked|marker|markers|marking|label|labell?ed|write|writes|tag|tagged|prefix(?:ed)?|keyword|"
    r"say|says|saying|called|named|contains?|mentions?|grep|search(?:es)?(?: for)?|match(?:es)?|lines?)\s+"
    r"(?:(?:it|them|this|those|that|as|the word|with|is|are|by)\s+){0,2}$", _I)
# A sentence on how to write such lines down is no such line.
_RULE = re.compile(r"\b(?:the word|mark(?:ed)?(?:\s+\w+){0,3}\s+as|marked|start(?:s|ing)?\s+(?:an?|the|with)(?:\s+\w+){0,4}\s+with|label(?:l?ed)?(?:\s+\w+){0,2}\s+as|prefix(?:ed)?(?:\s+\w+){0,2}\s+with)\s+[\"'“`*\x01]*(?:rejected|\x01)", _I)
# "an option we turned down is marked": any option, not one.
_GENERIC = re.compile(rf"\b(?:an|any|each|every|no|whether (?:the|an?))\s+(?:{_IDEA}|{_DATA})\s+(?:that\s+|which\s+)?(?:(?:we|they|you|people|someone|somebody|was|were|is|are|has|have|had|been|be)\s+)*$", _I)
_LISTED = re.compile(rf"(?:\b(?:{_STATUS})\b|\b[A-Z][A-Z_]{{3,}}\b|\x01)\W{{0,2}}\s*(?:/|\||,|·|→|->|or|and|vs\.?|↔)\s*(?:(?:or|and)\s+)?$")
_LISTED_I = re.compile(rf"\b(?:{_STATUS})\W{{0,2}}\s*(?:/|\||,|·|→|->|\bor\b|\band\b|\bvs\.?)\s*(?:(?:or|and|nor)\s+)?$", _I)
_LISTS = re.compile(rf"\W{{0,2}}\s*(?:/|\||,|·|→|->|\bor\b|\band\b|\bvs\.?)\s*(?:(?:or|and|nor)\s+)?(?:{_STATUS})\b", _I)
_BEGIN = re.compile(
    r"^\W*(?:\d+[.)]\s*)?(?:(?:approach(?:es)?|options?|alternatives?|considered|ideas?|status|decision|verdict|outcome|also|"
    r"explicitly|user|final(?:ly)?|previously|already|permanently|definitively|tried|evaluated|and|but|was|why|strongly|all|"
    r"\d{4}-\d\d(?:-\d\d)?)\W+){0,4}$", _I)
_SEPARATED = re.compile(r"(?:[:：—–;；|,，]|\s-{1,2}|[(（\[【])\s*(?:(?:also|was|were|again|since|explicitly|user|tried,?|considered,?|evaluated,?|then|but|and|later|both)\s+)*$", _I)
_TRIED = re.compile(
    r"\b(?:tried|considered|evaluated|explored|proposed|discussed|tested|prototyped|benchmarked|attempted|investigated|spiked|"
    r"assessed|examined|looked at|floated|suggested|debated|weighed|measured|asked for|raised|built|written|brainstormed|argued|trialled|piloted)\b"
    r"[^.;!?\n]{0,80}?(?:\band|\bbut|,|\bthen|—|–|→|->|\()\s*(?:(?:was|were|then|also|explicitly|deliberately|later|"
    r"again|finally|ultimately)\s+)*$", _I)
_ACTIVE_PEOPLE = re.compile(rf"(?:^|[^\w-])(?:{_PEOPLE})(?:['’]s)?\s*(?:\([^)]*\)\s*)?(?:(?:{_ADVERB})\s+)*$", _I)
_ACTIVE_MACHINE = re.compile(rf"(?:^|[^\w-])(?:{_MACHINE}|[\w.]*\x01+)(?:['’]s)?\s*(?:\([^)]*\)\s*)?(?:(?:{_ADVERB})\s+)*$", _I)
_PAST = re.compile(rf"\b(?:was|were|been|got)\s+(?:(?:{_ADVERB}|[a-z]+ly)\s+)*(?!the\b|an?\b|to\b)(?:[a-z]+\s+)?$", _I)
_PRESENT = re.compile(rf"\b(?:is|are|be|being|gets?|getting|will|would|must|should|can|could|may|stays?|remains?)\s+(?:(?:{_ADVERB}|be|get|[a-z]+ly)\s+)*$", _I)
_SUBJECT = re.compile(
    rf"(?:^|[^\w-])(?:(?P<idea>{_IDEA})|(?P<data>{_DATA}))\b[^.;]{{0,30}}?\b(?:was|were|been|got|is|are|be|being|has|have)\s+(?:(?:{_ADVERB}|[a-z]+ly)\s+)*$", _I)
_DATA_BEFORE = re.compile(rf"(?:^|[^\w-])(?:{_DATA}|all)\s+$", _I)
_PLACE = re.compile(r"[^.!?;:]{0,60}(?:案|提案|方案|方針|方法|방안|제안|방식|접근|설계|안[은을이])[^.。]{0,16}$")
_GIT = re.compile(r"\bgit (?:push|commit|merge)\b[^.;]{0,60}$|!\s*\[(?:remote\s+)?$|\[remote\s+$|\bremote:?\s+$|\bpush(?:es|ed|ing)?\s+(?:\w+\s+){0,3}$|\berror:\s", _I)

# Things that are opened and visited every day.
_THING_NEXT = re.compile(
    r"\s+(?:(?:the|a|an|any|it|this|that|same|old|closed|in)\s+){0,2}(?:\w+\s+)?(?:files?|connections?|sockets?|handles?|db|databases?|tickets?|"
    r"issues?|prs?|pull|browser|pages?|tabs?|modals?|dialogs?|dropdown|bugs?|regressions?|menu|app|terminal|sessions?|ports?|"
    r"windows?|streams?|race|leak|vulnerabilit\w+|errors?|cursors?|transactions?|urls?|sites?|links?|message|prompt|question to)\b", _I)
_ABOUT_NEXT = re.compile(
    r"\s+(?:anything|what(?:ever)?|things?|those|(?:an?\s+|any\s+|the\s+)?(?:(?:already|previously)\s+)?(?:rejected|discarded|declined|marked|listed|settled|closed|turned-down)\b)", _I)
_STRONG_AGAIN = re.compile(r"propos|litigat|suggest|resurrect|introduc|debat|argue|pitch", _I)

_HEADING_PREFIX = (
    r"(?:things?|what|approach(?:es)?|options?|alternatives?|ideas?|paths?|designs?|solutions?|explicitly|previously|already|tried|considered|"
    r"user|permanently|also|and|or|but|we|were|was|been|have|the|that|key|deliberately|decisions?|proposals?|our|evaluated|"
    r"libraries|library|tools?|features?|both|all|not|scope|out|of|opciones|alternativas|ideas|opções|alternatives|enfoques|abordagens|"
    r"seçenekler|fikirler|被|已|검토\s*후|検討の?|検討した)"
)
_HEADING = re.compile(
    rf"^(?:[^\w가-힣぀-ヿ一-鿿]|\d+[.)])*(?:{_HEADING_PREFIX}\W+)*?(?:{_WORD}|{_CJK_WORD}|(?:discarded|abandoned|dropped|declined)(?=\W+(?:{_IDEA})\b)|"
    rf"(?:discarded|abandoned)(?=\W*$)|{_DONT_AGAIN}|{_FOREIGN_AGAIN}|tried\W+(?:and|but|&)\W+(?:reverted|failed|dropped|abandoned))"
    rf"(?!\s+(?:{_DATA})\b)", _I)
_HEADING_CJK = re.compile(rf"^\W*(?:[가-힣぀-ヿ一-鿿の·\s]{{0,8}})(?:{_CJK_WORD})", _I)
_OPEN_LABEL = re.compile(r"(?:[:：]|[:：]\s*\*{1,2})\s*$")

_FENCE = re.compile(r"\s{0,12}(`{3,}|~{3,})")
_ITEM = re.compile(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(?=\S)")
_ATX = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_ROW = re.compile(r"\s*\|.*\|\s*$")
_RULE_ROW = re.compile(r"[\s|:-]+$")
_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_URL = re.compile(r"(?<=\])\([^()\s]*\)|\bhttps?://\S+")
_SENTENCE = re.compile(
    r"(?<=[.!?…])[\"'”’)\]*_]*(?:\s+(?=[^a-z\s])|\n\s*|$)|(?<=[。！？])[」』）)\"'”’*_]*\s*|(?<=[:;])\s*\n\s*(?=[-*+•\d])"
)
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|vs|etc|approx|cf|no|resp|ca|incl|esp|St|Mr|Ms|Dr)|^\s*(?:[-*+]\s+)?\d+)\.$", _I)


class _Block:
    """A piece of Markdown that belongs together; lines count from 1."""

    __slots__ = ("first", "indent", "kind", "last", "text")

    def __init__(self, kind: str, first: int, text: str, indent: int = 0) -> None:
        self.kind = kind
        self.first = first
        self.last = first
        self.text = text
        self.indent = indent

    def extend(self, row: str) -> None:
        self.text += "\n" + row
        self.last += 1


def lines(text: str) -> list[Line]:
    """The candidates of one file in order, each with its verdict: `sure`, `likely` or `no`.

    Every line with "rejected" or "don't re-propose" lies in one of them; other wordings appear only when they hold.
    """
    text = clean.text(text)
    if not _promises(text):
        return []
    found: list[Line] = []
    under = _Under()
    for block in _blocks(text):
        content = under.holds(block)
        if block.kind == "heading":
            verdict = _heading(block)
            under.open(block, verdict == SURE and _leads(block))
            # A heading that only announces says nothing by itself, unless the word would go missing.
            if verdict and (_ORIGINAL.search(block.text) or not _leads(block)):
                found.append(Line(block.first, block.first, block.last, block.text.strip(), verdict))
            continue
        if content:
            found.append(Line(block.first, block.first, block.last, _folded(block.text), SURE))
            continue
        judged = _judge(block)
        if judged and judged[-1].verdict == SURE and _OPEN_LABEL.search(block.text):
            under.open(block, True)
        found.extend(judged)
    return found


def _promises(text: str) -> bool:
    """Whether the text holds one of the stems without which no rule applies."""
    lower = text.lower()
    for stem in _STEMS:
        if stem in lower:
            return True
    return not lower.isascii() and any(stem in lower for stem in _WIDE_STEMS)


class _Under:
    """Whether a block stands under a heading or label that makes it a rejected approach."""

    def __init__(self) -> None:
        self._parent: _Block | None = None
        self._items = -1

    def open(self, block: _Block, rejected: bool) -> None:
        """A heading ends what a heading of its level or deeper began; a rejected one begins anew."""
        if rejected or self._parent is None or self._parent.kind != "heading" or block.indent <= self._parent.indent:
            self._parent = block if rejected else None
            self._items = -1

    def holds(self, block: _Block) -> bool:
        """Whether `block` is content; a paragraph after the list, or any non-item after a label, ends it."""
        parent = self._parent
        if parent is None or block.kind in ("heading", "code"):
            return False
        if block.kind in ("item", "row"):
            if block.kind == "row" and _RULE_ROW.match(block.text):
                return False
            if self._items < 0:
                if parent.kind == "item" and block.indent <= parent.indent:
                    self._parent = None
                    return False
                self._items = block.indent
                # The first row of a table is its header.
                return block.kind == "item"
            if block.indent < self._items:
                self._parent = None
                return False
            return block.indent == self._items
        if self._items >= 0 and block.indent <= self._items or parent.kind != "heading":
            self._parent = None
            return False
        # A deeper paragraph goes on about its item; one before the list may only announce it.
        return self._items < 0 and not _OPEN_LABEL.search(block.text)


def _blocks(text: str) -> list[_Block]:
    """The text as blocks: head, code, heading, row, item, para. Every line with text is in exactly one."""
    blocks: list[_Block] = []
    fence = ""
    rows = text.split("\n")
    head = 0
    if rows[0].rstrip() == "---":
        head = next((n for n in range(1, len(rows)) if rows[n].rstrip() in ("---", "...")), 0)
    current: _Block | None = None
    for number, row in enumerate(rows, 1):
        if number <= head + 1 and head:
            if row[:1].strip() or current is None:
                current = _Block("head", number, row)
                blocks.append(current)
            else:
                current.extend(row)
            if number == head + 1:
                current = None
            continue
        mark = _FENCE.match(row)
        if fence or mark:
            if fence and mark and mark.group(1).startswith(fence):
                fence = ""
            elif not fence and mark:
                fence = mark.group(1)
            blocks.append(_Block("code", number, row))
            current = None
            continue
        if not row.strip():
            current = None
            continue
        atx, item = _ATX.match(row), _ITEM.match(row)
        if atx:
            blocks.append(_Block("heading", number, row, len(atx.group(1))))
            current = None
        elif _ROW.match(row):
            blocks.append(_Block("row", number, row))
            current = None
        elif item:
            current = _Block("item", number, row, len(item.group(1).expandtabs(4)))
            blocks.append(current)
        elif current is not None:
            current.extend(row)
        else:
            current = _Block("para", number, row, len(row) - len(row.lstrip()))
            blocks.append(current)
    return blocks


def _heading(block: _Block) -> str:
    """The verdict on a heading; "" when it is no candidate."""
    plain = _masked(block.text).replace("*", "")
    title = plain.lstrip("# \t")
    if _HEADING.match(title) or _HEADING_CJK.match(title):
        return SURE
    verdict = ""
    for match in _TRIGGER.finditer(plain):
        verdict = _better(verdict, _trigger(plain, match, block))
    return verdict or (NO if _ORIGINAL.search(block.text) else "")


def _leads(block: _Block) -> bool:
    """Whether a rejected heading announces what stands under it (it does not name the approach itself)."""
    title = _masked(block.text).replace("*", "").lstrip("# \t")
    return bool(_HEADING.match(title) or _HEADING_CJK.match(title))


def _judge(block: _Block) -> list[Line]:
    """The candidates of a block; those whose quotes would overlap are one."""
    if not _promises(block.text):
        return []
    masked = _masked(block.text)
    found: list[Line] = []
    ends = _sentences(masked)
    start = 0
    whole = block.kind in ("item", "row", "head") and len(block.text) <= _WHOLE
    for number, end in enumerate(ends):
        sentence = masked[start:end]
        best, at, label = "", -1, False
        rule = _RULE.search(sentence)
        for match in () if rule else _TRIGGER.finditer(sentence):
            verdict = _trigger(sentence, match, block, start == 0)
            if verdict and _better(best, verdict) != best:
                best, at = verdict, match.start()
                label = match.lastgroup == "word" and (not sentence[:at].strip(" \t\n*_>#-+•([") or bool(_BEGIN.match(sentence[:at].replace("*", ""))))
        if not best and _ORIGINAL.search(block.text[start:end]):
            best, at = NO, _ORIGINAL.search(block.text[start:end]).start()  # type: ignore[union-attr]
        if best:
            low, high = (0, len(block.text)) if whole else (start, end)
            if not whole and best != NO:
                if label or _OPEN_LABEL.search(sentence):
                    high = _room(ends, start, number)
                elif number and _POINTS_BACK.match(sentence):
                    low = ends[number - 2] if number > 1 else 0
            _add(found, block, low, high, start + at, best)
        start = end
    return found


# A list item up to this length is quoted whole; in a longer one the sentence says enough. Characters.
_WHOLE = 1_000

_POINTS_BACK = re.compile(r"\W*(?:this|that|it|they|these|those|both|he|she|don['’]t|do not|never|please|not|the answer)\b", _I)


def _room(ends: list[int], start: int, number: int) -> int:
    """Where the quote of a label ends: the last sentence of its paragraph that keeps it within a shown line."""
    fitting = [end for end in ends[number:] if end - start <= _WHOLE]
    return fitting[-1] if fitting else ends[number]


def _add(found: list[Line], block: _Block, low: int, high: int, at: int, verdict: str) -> None:
    first = block.first + block.text.count("\n", 0, low + len(block.text[low:high]) - len(block.text[low:high].lstrip()))
    last = block.first + block.text.count("\n", 0, low + len(block.text[low:high].rstrip()))
    line = block.first + block.text.count("\n", 0, at)
    if found and found[-1].last >= first and (block.kind in ("item", "row", "head") or found[-1].last >= last):
        previous = found[-1]
        if block.kind in ("item", "row", "head") and len(block.text) <= _WHOLE or line <= previous.last and previous.verdict != NO:
            if _better(previous.verdict, verdict) != previous.verdict:
                previous.verdict, previous.line = verdict, line
            return
    found.append(Line(line, first, last, _folded(block.text[low:high]), verdict))


def _trigger(sentence: str, match: re.Match[str], block: _Block, opens: bool = True) -> str:
    """The verdict on one match in its sentence; "" when it is no candidate at all."""
    # The letters around it are looked at before the emphasis goes.
    pre, post = sentence[: match.start()], sentence[match.end() :]
    kind = match.lastgroup or ""
    text = match.group()
    original = bool(_ORIGINAL.search(text))
    if kind == "bare" or block.kind == "code" or _is_identifier(pre, post, text):
        return NO if original else ""
    pre, post = _plain(pre), _plain(post)
    if kind == "again":
        verdict = _again(text, pre, post)
    elif kind == "prose":
        verdict = NO if _NEGATED.search(pre) or _GENERIC.search(pre) else SURE
    elif kind == "cjk":
        verdict = _cjk(pre, text, post, block)
    else:
        verdict = _word(pre, text, post, block)
        if verdict != NO and text.lower().startswith(("ruled", "turned")) and not _IDEAS.search(pre + post):
            verdict = NO
    return verdict if verdict != NO or original else ""


_IDEAS = re.compile(rf"\b(?:{_IDEA})\b", _I)


def _is_identifier(pre: str, post: str, text: str) -> bool:
    """Whether the match is part of a name, a path, a code literal or a compound."""
    last, after = pre[-1:], post[:1]
    if last and last in "_.$/\\@#=<>&\x01" and not pre.endswith(("...", "__", "**_")) and not (last == "_" and pre[-2:-1] in ("", " ", "(")):
        return True
    if after in ("_", "=", "/", "\\", "\x01", "@") and not (after == "_" and post[1:2] in ("", " ", ":", ".", ",", ")", "_")):
        return True
    if last == "-" and pre[-2:-1].isalnum() or after == "-" and post[1:2].isalnum() or after == "." and post[1:2].isalnum():
        return True
    return last in ("'", '"', "‘", "“", "「") and after in ("'", '"', "’", "”", "」")


def _again(text: str, pre: str, post: str) -> str:
    if _ABOUT_NEXT.match(post):
        return NO
    if _STRONG_AGAIN.search(text) or not text.isascii():
        return SURE
    commands = re.match(r"\s+\w", post) and re.search(r"(?:^|[.,;:—–(])[\s\W]*$", pre)
    return LIKELY if commands and not _THING_NEXT.match(post) else NO


def _cjk(pre: str, text: str, post: str, block: _Block) -> str:
    closed = re.match(r"[\s*]*(?:$|[:：（(。—–、，,|]|\d{4}|됨|함|한다|했|した|済|され|되|了)", post)
    begins = not re.sub(r"^\W*(?:\d+[.)])?\W*", "", pre)
    if block.kind == "row":
        return NO
    if begins and closed:
        return SURE
    if _SEPARATED.search(pre) and closed:
        return LIKELY if re.search(r"반려|거부|[弃棄]用", text) else SURE
    if re.search(r"반려|거부|ボツ|[弃棄]用|見送り", text):
        return NO
    return LIKELY if _PLACE.search(pre) else NO


def _word(pre: str, text: str, post: str, block: _Block) -> str:
    """The verdict on "rejected", or its like, between what stands before it and after it."""
    capitals = text.isupper()
    if _NEGATED.search(pre) or _GENERIC.search(pre) or _WRITING.search(pre) or _GIT.search(pre):
        return NO
    if _HANGUL_TAIL.match(post):
        return SURE
    if _HANGUL_STATE.match(post):
        return NO
    if _LISTED.search(pre) or _LISTED_I.search(pre) or _LISTS.match(post):
        return NO
    if _TRIED.search(pre):
        return SURE
    if _PEOPLE_NEXT.match(post):
        return SURE
    if _MACHINE_NEXT.match(post):
        return NO
    runtime = _RUNTIME.search(pre[-120:]) or _RUNTIME.search(post[:120])
    closed, qualified, reason = _CLOSED.match(post), _QUALIFIED.match(post), _REASON.match(post)
    data = _DATA_NEXT.match(post)
    if block.kind == "row":
        return _cell(pre, post, block)
    if _BEGIN.match(pre) and not (data and not _IDEA_NEXT.match(post)):
        if closed or qualified or _OBJECT.match(post) or _IDEA_NEXT.match(post) or capitals:
            return SURE if capitals or reason or closed or not runtime else LIKELY
        if text[0].isupper() and not runtime and re.match(r"\s+\S", post):
            return LIKELY
    if block.kind == "head" and re.match(r"\s*(?:status|decision)\s*:\s*[\"']?$", pre, _I) and closed:
        return LIKELY
    if _ACTIVE_PEOPLE.search(pre):
        return NO if data and not _IDEA_NEXT.match(post) else SURE
    if _SEPARATED.search(pre) and (closed or qualified):
        if capitals or reason or qualified:
            return NO if runtime and not capitals else SURE
        return NO if runtime else LIKELY
    if _PRESENT.search(pre):
        return LIKELY if _is_idea(pre) and not runtime else NO
    if _PAST.search(pre):
        subject = _SUBJECT.search(pre)
        if subject and subject.group("data") and not (reason and not runtime and re.search("favou?r|as too|same time", post[:20])):
            return NO
        if runtime:
            return NO
        return SURE if reason or subject else LIKELY
    if _ACTIVE_MACHINE.search(pre) or runtime:
        return NO
    if _IDEA_NEXT.match(post):
        return LIKELY
    if data or re.search(r"\ball\s+$", pre, _I):
        return NO
    if re.search(r"\b(?:both|too)\s+$", pre, _I) and closed:
        return LIKELY
    if capitals and re.search(r"\b(?:AND|BUT|and|but|[a-z]+)\s+$", pre) and re.match(r"\s+\S", post):
        return LIKELY
    if re.match(r"\s+(?:it|this|that|both)\b", post) and re.search(r"\w\s+$", pre):
        return LIKELY
    if re.match(r"\s*(?:[(（](?=\S+\s+\S+\s+\S)|[:：—–]\s+\S+\s+\S)", post) and re.search(r"[a-z]\s+$", pre) and not _DATA_BEFORE.search(pre):
        return LIKELY
    return LIKELY if reason and qualified else NO


def _is_idea(pre: str) -> bool:
    subject = _SUBJECT.search(pre)
    return bool(subject and subject.group("idea"))


def _cell(pre: str, post: str, block: _Block) -> str:
    """A table row says that an approach was turned down when one cell is the word and another tells why."""
    cells = [cell.strip(" *_`❌✗") for cell in block.text.strip().strip("|").split("|")]
    first = pre.strip().strip("|*_ ❌✗") == ""
    alone = re.match(r"[\s*_]*(?:\||$|[(（:—–])", post) and re.search(r"\|[\s*_❌✗🚫]*$", pre)
    telling = sum(len(cell.split()) > 3 for cell in cells)
    return LIKELY if alone and not first and telling else NO


def _masked(text: str) -> str:
    """The text with code spans and link targets blanked out at the same length."""
    text = _CODE.sub(lambda m: m.group(1) + "\x01" * len(m.group(2)) + m.group(1), text) if "`" in text else text
    return _URL.sub(lambda m: "\x01" * len(m.group()), text)


def _plain(text: str) -> str:
    return text.replace("*", "").replace("~~", "").replace("__", "").replace("`", "")


def _sentences(text: str) -> list[int]:
    """Where each sentence ends; the last end is the length of the text."""
    ends = []
    for match in _SENTENCE.finditer(text):
        end = match.end()
        if end and not _ABBREVIATION.search(text[max(0, match.start() - 12) : match.start()]):
            ends.append(end)
    if not ends or ends[-1] != len(text):
        ends.append(len(text))
    return ends


def _better(one: str, other: str) -> str:
    order = ("", NO, LIKELY, SURE)
    return max(one, other, key=order.index)


def _folded(text: str) -> str:
    """The text on one line, as it stands otherwise."""
    return re.sub(r"\s*\n\s*", " ", text).strip()
