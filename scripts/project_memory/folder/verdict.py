"""Whether words say that an approach was turned down: the wordings, and the contexts that decide.

"Rejected" alone is right less than half the time: servers reject, states are called REJECTED, pushes are rejected.
Patterns are matched on lower-case text unless a rule is about case.
"""

from __future__ import annotations

import re
from itertools import islice

from project_memory.folder import blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SURE = "sure"
LIKELY = "likely"
NO = "no"

# How strong a verdict is.
RANK = {NO: 0, LIKELY: 1, SURE: 2}

# --- wordings ----------------------------------------------------------------------------------------------------

_WORD = (
    r"rejected|rechazad[oa]s?|descartad[oa]s?|rejeitad[oa]s?|recusad[oa]s?|reddedildi|verworfen|abgelehnt|"
    r"rejet[ée]e?s?|отклонен[оаы]?|отвергнут[оаы]?|ruled out|turned down|voted down|"
    r"tried and (?:reverted|abandoned|dropped|discarded)|"
    r"respint[oaie]|scartat[oaie]|afgewezen|verworpen|odrzucon[eaoy]"
)
# Only with a sign of a decision beside them: events are discarded and payments declined as well.
_WEAK_WORD = r"discarded|scrapped|declined|shelved|dismissed|abandoned|won['’]t do|not chosen"
_CJK_WORD = (
    r"已?(?:被)?否[决決]|不[采採][用纳納]|未[采採][用纳納]|已?[弃棄]用|已放[弃棄]|却下|不採用|見送り|ボツ|没案|"
    r"기각|미채택|불채택|반려|거부|거절|채택\s*(?:하지\s*않|안\s*함|안함)"
)
_NEVER = (
    r"(?:do\s*n['’]?t|do\s+not|don['’]t|never|no\s+need\s+to|not\s+to\s+be|must\s+not(?:\s+be)?|"
    r"should\s*(?:not|n['’]t)(?:\s+be)?|stop|avoid|cannot\s+be|won['’]t)"
)
_AGAIN = (
    r"re-?\s?(?:propos|suggest|litigat|introduc|open|visit|debat|argu|attempt|pitch|rais)(?:e|ed|ing)?|resurrect(?:ed|ing)?|"
    r"(?:propos|suggest|rais|pitch|bring)\w*\s+(?:\w+\s+){0,4}?(?:again|back|up again)"
)
_DONT_AGAIN = _NEVER + r"[\s*_]+(?:(?:ever|even|try\s+to|be|again|silently|casually)\s+){0,2}(?:" + _AGAIN + r")\b"
_FOREIGN_AGAIN = (
    r"no\s+(?:volver\s+a\s+proponer|(?:l[oa]s?\s+)?(?:re)?proponer|reabrir)|no\s+l[oa]s?\s+propongas|"
    r"n[ãa]o\s+(?:(?:re)?propor|reabrir|voltar\s+a\s+propor|sugerir)|"
    r"(?:tekrar|yeniden|bir\s+daha)\s+öner(?:me|ilme)\w*|nicht\s+(?:erneut|wieder)\s+vorschlagen|"
    r"ne\s+(?:pas|plus)\s+(?:l[ea]\s+)?re-?proposer|не\s+предлагать|"
    r"(?:不要|别|別|勿|不得|请勿|請勿|不再|不能)(?:再|重新|重复|重複)*(?:提(?:出|议|議|了)?|建议|建議|考虑|考慮|引入|讨论|討論)|"
    r"再提案(?:しない|禁止|不可|は?しな|は?不要|せず)|蒸し返(?:さ|し)(?:ない|禁止)|再検討(?:しない|不要|は?しな)|"
    r"(?:재제안|재논의|재도입)\s*(?:하지|금지|불가|말|x\b)|다시\s*(?:제안|논의|도입|꺼내)\S*\s*(?:말|않|금지)"
)
_TESTED = (
    r"tried|considered|evaluated|explored|prototyped|tested|discussed|proposed|attempted|benchmarked|investigated|spiked|"
    r"assessed|examined|looked at|floated|suggested|debated|weighed|measured|asked for|raised|brainstormed|argued|piloted"
)
_UNDONE = r"reverted|abandoned|discarded|dropped|backed out|rolled back|turned down|ruled out|scrapped"
_TEAM = (
    r"user|team|owner|maintainers?|reviewers?|po|pm|cto|ceo|boss|lead|leads|stakeholders?|management|legal|security|compliance|"
    r"design|product|finance|ops|architects?|board|committee|everyone"
)
_PROSE = (
    r"decided\s+against|vetoed|voted\s+against|not\s+going\s+with|"
    r"(?:decided|chose|agreed)\s+(?:not\s+to|against)\s+(?:use|adopt|go|add|build|introduce|move|switch|migrate|split|port|rewrite)\b|"
    rf"(?:we|i|they|has|had|was|were|(?:{_TEAM}))\s+(?:\w+\s+)?(?:turn(?:ed)?|vot(?:ed)?|shot)\s+(?:\w+\s+){{0,3}}down|"
    r"(?:not|never)\s+(?:coming|going)\s+back\s+to|the\s+answer\s+(?:is|was|stays|remains)\s+(?:still\s+)?no\b|"
    rf"(?:{_TEAM})\s+said\s+(?:absolutely\s+|clearly\s+)?no(?:t)?\b(?!\s+\w*error)|"
    r"(?:se\s+(?:descart[óo]|rechaz[óo]|decidi[óo]\s+no)|rejeitamos|descartamos|rechazamos|decidimos\s+n[oã]o?)\b|nous\s+avons\s+(?:rejeté|écarté)|отказались\s+от|"
    rf"(?:{_TESTED})[^.;:!?\n]{{0,60}}?(?:\band|\bbut|,|→|->|—)\s+"
    rf"(?:(?:then|later|was|were|explicitly|deliberately)\s+)*(?:{_UNDONE})"
)

# What a text must hold to be worth a closer look: literal stems, since they cost least. "reje" stands for English,
# Portuguese and French at once, "propo" for the rest of Western Europe.
_STEMS = (
    "reje|rechaz|descart|recusad|redded|verworfen|abgelehnt|ruled out| down|vetoed|revert|abandoned|discarded|dropped|"
    "scrapped|declined|shelved|d against|propo|reabrir|sugerir|decidi|litigat|introduc|resurrect|open|visit|debat|argu|"
    "ttempt|pitch|again| back|raise|answer |vorschlagen|suggest|rolled| said |respint|scartat|afgewezen|verworpen|odrzucon|"
    "dismissed|tried and|tried but|t do|not chosen| not to |not going"
).split("|")
_WIDE_STEMS = (
    "öner|отказались|écarté|отклонен|отвергнут|предлагать|否决|否決|采用|採用|采纳|採納|弃用|棄用|放弃|却下|見送り|ボツ|没案|再|别|別|勿|不得|不能|请勿|"
    "不要|蒸し返|기각|채택|반려|거부|거절|제안|논의|도입|다시"
).split("|")

# --- who and what ------------------------------------------------------------------------------------------------

# Machines, and people in the product's own business: what they reject is behaviour, not a decision about the code.
_MACHINE = (
    r"server|browser|gateway|validator|validation|schema|api|endpoint|registry|hooks?|compiler|parser|linter|lint|ci|database|"
    r"db|stores?|remote|origin|github|gitlab|git|firewall|proxy|runtime|kernel|driver|library|sdk|cli|tool|"
    r"type ?checker|mypy|tsc|eslint|ruff|pre-?commit|postgres\w*|mysql|sqlite|redis|kafka|nginx|cloudflare|aws|s3|oauth|"
    r"safari|chrome|firefox|xcode|docker|terraform|webpack|vite|cargo|npm|pip|maven|gradle|rust|python|java|node|"
    r"middleware|guard|filter|sandbox|polic(?:y|ies)|rules?|checks?|constraint|backend|frontend|ui|form|router|loader|"
    r"encoder|decoder|serializer|deserializer|converter|service|worker|queue|broker|scheduler|webhook|provider|bank|issuer|"
    r"carrier|merchant|processor|stripe|paypal|app ?store|play ?store|app review|store review|apple|google|protection|bot|"
    r"auth|authori[sz]ation|permission|token|limiter|rate limit\w*|quota|spec|engine|model|llm|agent|matcher|regex|tests?|suite|it|"
    r"console|notari[sz]ation|servidor|navegador|validador|banco|sistema|sunucu|client library|job|script|handler|controller|contract|chain|node|peer|planner|optimi[sz]er|sonar(?:qube)?"
)
_DATA = (
    r"requests?|responses?|push(?:es)?|tokens?|payloads?|uploads?|builds?|messages?|events?|rows?|records?|files?|inputs?|values?|"
    r"forms?|submissions?|bookings?|orders?|payments?|transactions?|invoices?|certs?|certificates?|connections?|logins?|"
    r"signatures?|calls?|headers?|cookies?|quer(?:y|ies)|inserts?|writes?|webhooks?|jobs?|packages?|images?|app|packets?|"
    r"address(?:es)?|names?|keys?|dates?|tx|commits?|preflights?|promises?|items?|entries|fields?|strings?|urls?|"
    r"users?|accounts?|credentials?|passwords?|sessions?|offers?|tenders?|applications?|applicants?|claims?|documents?|docs|"
    r"photos?|attachments?|edits?|updates?|merges?|deploys?|releases?|versions?|imports?|lines?|chars?|characters?|numbers?|"
    r"ids?|states?|status(?:es)?|counts?|rates?|reasons?|badge|filter|tab|list|queue|errors?|loans?|cards?|"
    r"lots?|batch(?:es)?|aab|apk|dmg|binar(?:y|ies)|bundles?|samples?|frames?|bytes|tasks?|schema|sql|arguments?|args|params?|parameters?|permissions?|loads?|shipments?|quotes?|"
    r"prs?|pull requests?|branch(?:es)?|tags?|nodes?|blocks?|steps?|trades?|bids?|moves?|actions?|commands?|operations?|hypothes[ie]s"
)
_IDEA_ONE = (
    r"approach|option|alternative|idea|proposal|design|plan|suggestion|variant|rewrite|refactor|refactoring|migration|"
    r"library|framework|draft|path|strategy|pattern|solution|implementation|architecture|direction|concept|experiment|"
    r"technique|method|decision|candidate|choice|paradigm|scheme|mechanism|feature|naming|layout|answer|mock-?up|wireframe|sketch|"
    r"prototype|split|switch|port|abstraction|refactor|pivot|trade-?off"
)
_IDEA_MANY = (
    r"approaches|options|alternatives|ideas|proposals|designs|plans|suggestions|variants|rewrites|refactors|"
    r"refactorings|migrations|libraries|frameworks|drafts|paths|strategies|patterns|solutions|implementations|architectures|"
    r"directions|concepts|experiments|techniques|methods|decisions|candidates|choices|paradigms|schemes|mechanisms|features|"
    r"layouts|answers|mock-?ups|wireframes|sketches|prototypes"
)
_IDEA = _IDEA_ONE + "|" + _IDEA_MANY
_FOREIGN_IDEA = (
    r"propuestas?|ideas?|enfoques?|opci[óo]n(?:es)?|alternativas?|propostas?|ideias?|abordage[mn]s?|opç(?:ão|ões)|solu[cç](?:ión|ão)|"
    r"önerisi|öneri|fikri|fikir|tasarımı?|yaklaşımı?|teklifi|idee|ansatz|vorschlag|idée|proposition|approche"
)
_PEOPLE = (
    rf"we|i|they|he|she|users|owners|clients?|customers?|{_TEAM}|architecture group|group|council|founder|authors?|nobody|operator|human|"
    r"dba|cfo|cpo|vp|devs?|developers?|engineers?|engineering|sales|marketing|upstream|consensus|vote|directors?|managers?|captain|principal|"
    r"community|rfc|adr|spike|benchmarks?|measurements?|art|qa|infra|platform|support|ux|arch|architecture|review|"
    r"equipo|cliente|time|equipe|ekip|ekibi|yönetim|reviewer"
)
_STATUS = (
    r"approved?|accept(?:ed)?|pending|draft|declined?|cancell?ed|superseded|deprecated|closed|resolved|submitted|expired|"
    r"completed?|done|in[ _-]?review|under[ _-]?review|processing|fulfilled|failed|passed|confirmed|valid|invalid|queued|"
    r"skipped|errored|active|inactive|published|archived|merged|deferred|shipped|paid|refunded|open|new|granted|denied|"
    r"flagged|quarantined|waived|withdrawn|issued|signed|settled|"
    r"aprovad[oa]s?|aceit[oa]s?|pendentes?|aprobad[oa]s?|aceptad[oa]s?|pendientes?|beklemede|onaylandı|"
    r"승인|대기|완료|保留|承認|通过|批准|待审|待审核|撤回|草稿"
)
_ADVERB = (
    r"explicitly|repeatedly|firmly|already|also|initially|then|later|previously|deliberately|consciously|both|once|just|"
    r"strongly|flatly|immediately|formally|outright|since|now|therefore|always|eventually|finally|subsequently|ultimately|"
    r"been|again|unanimously|definitively|specifically|clearly|has|have|had|so|twice"
)

# --- contexts after the word -------------------------------------------------------------------------------------

_CLOSED = re.compile(r"\s*[)\]）】]*\s*(?:$|[:：—–.!。;；,，、/|]|-\s|[(（\[]|\d{4}|v?\d+\.\d)")
_QUALIFIED = re.compile(
    r"\s+(?:in|on|since|after|during|by|because|as|for|due|over|too|twice|again|outright|at|until|permanently|entirely|"
    r"explicitly|here|unless|before|with reasons?|\d{4})\b"
)
_REASON = re.compile(
    r"\s*(?:[:：—–;；(（]|-\s|[,.]?\s*(?:because|in favou?r|as (?:too|over|un|not|pre)|after|for (?:being|now|its|the)|since|"
    r"due to|over|twice|at the same time|in \d{4}|on \d|during|despite)\b)"
)
_FAVOURED = re.compile(
    r"\s*(?:in favou?r|as too|at the same time|because (?:it|they|we|that) (?:would|were|was too))\b"
)
_WHENEVER = re.compile(r"\s+(?:if|when|whenever|unless|until|with|while|at (?:p|run|compile|\d))\b")
_OBJECT = re.compile(r"\s+(?:the|a|an|this|that|these|those|it|both|using|adding|any|every|[a-z]+ing)\b")
_IDEA_NEXT = re.compile(rf"\s+(?:[\w`'’/\x01-]+\s+){{0,3}}?(?:{_IDEA})\b")
_ATTRIBUTIVE = re.compile(
    rf"\s+(?:[\w`'’/\x01-]+\s+){{0,3}}?(?:{_IDEA_ONE})\b|\s+(?:{_IDEA_MANY})\b[^.:：\n]{{0,60}}[:：]"
)
_DATA_NEXT = re.compile(
    rf"\s+(?:(?:the|a|an|all|any|every|each|our|its|their|some|such)\s+)?(?:[\w`'’-]+\s+)?(?:{_DATA})\b|\s+(?!\d{{4}}\b)v?\d"
)
_COUNT_NEXT = re.compile(r"\W*[:：]\W*(?!\d{4}-\d\d)\d[\d\s.,]*(?:of|rows|/|,|%|$|[a-z]+s\b)")
_MACHINE_NEXT = re.compile(
    r"\s+(?:\w+\s+)?(?:by|at|from|in|por|pelo|pela|tarafından)\s+(?:the|our|a|an|its|their|every|any|el|la|o)?\s*"
    rf"(?:[\w\x01`'’./-]+\s+){{0,2}}?(?:{_MACHINE})\b"
)
_PEOPLE_NEXT = re.compile(
    r"\s+(?:\w+\s+){0,2}?(?:by|por|pelo|pela)\s+(?:the|our|my|an?|its|el|la|o)?\s*"
    rf"(?:[\w'’-]+\s+){{0,2}}?(?:{_PEOPLE})\b"
)
# On the text in its own case: "by Laura".
_NAME_NEXT = re.compile(
    r"\s+(?:\w+\s+)?(?:by|por|pelo|pela)\s+[A-ZÁÉÍÓÚÇÖÜ][a-zà-ÿ]+(?=\s*(?:$|[.,;:!()（—–-]|in\b|on\b|and\b|because\b|as\b|after\b|for\b|since\b))"
)
_HANGUL_TAIL = re.compile(r"(?:는|은|된|됨|한|했|함|이다|임)")
_STATE_NEXT = re.compile(r"\s*(?:[가-힣]|状态|状態|の|時|时|なら|的)")
_ASIAN_CLOSED = re.compile(
    r"[\s*]*(?:$|[:：（(。—–、，,;；|]|\d{4}|됨|함|한다|했|된|기로|した|済|されました|された|了)"
)
_ASIAN_UNDONE = re.compile(
    r"(?:され)?(?:た|て)?(?:わけではない|いない|ていない)|하지\s*않|되지\s*않|된\s*것[이은]?\s*아|[된한]\s+(?:제안|안|것|접근|방안)"
)

# --- contexts before the word ------------------------------------------------------------------------------------

_NEGATED = re.compile(
    r"(?:\b(?:not|never|nor|neither|no longer|without being|yet to be)|n['’]t)\s+"
    r"(?:(?:been|being|yet|actually|outright|formally|simply|to)\s+)*$|"
    r"(?:\bnot|\bnever|n['’]t)\s+(?:assume|think|believe|mean|imply|say)\b[^.;]{0,60}$|%\s+of\s+(?:\w+\s+){1,2}$|"
    r"\bn(?:o|ão)\s+(?:est[áa]|ha sido|fue|foi|ficou|quedó)\s+$"
)
# "went to REJECTED", "set as REJECTED": a state, when it stands in capitals.
_INTO = re.compile(r"\b(?:to|as|in|into|from|becomes?|status|state|is|are|=)\s+$")
_WRITING = re.compile(
    r"\b(?:words?|mark(?:s|ed|ers?|ing)?|label(?:l?ed)?|writes?|tag(?:ged)?|prefix(?:ed)?|keyword|says?|saying|called|named|"
    r"contains?|mentions?|grep|search(?:es)?(?: for)?|match(?:es)?|lines?)\s+"
    r"(?:(?:it|them|this|those|that|as|the word|with|is|are|by)\s+){0,2}$"
)
# A sentence on how to write such lines down is no such line.
_RULE = re.compile(
    r"\b(?:the word|mark(?:ed)?(?:\s+\w+){0,3}\s+as|marked|start(?:s|ing)?\s+(?:an?|the|with)(?:\s+\w+){0,4}\s+with|"
    r"label(?:l?ed)?(?:\s+\w+){0,2}\s+as|prefix(?:ed)?(?:\s+\w+){0,2}\s+with)\s+[\"'“`*\x01]*(?:rejected|\x01)"
    rf"|\b(?:list|write|record|note|keep|document)\s+(?:\w+\s+){{0,2}}?rejected\s+(?:{_IDEA_MANY})"
)
# "an option we turned down is marked": any option, not one.
_GENERIC = re.compile(
    rf"\b(?:an|any|each|every|no|whether (?:the|an?)|if (?:the|an?)|when (?:the|an?))\s+(?:{_IDEA}|{_DATA})\s+(?:that\s+|which\s+)?"
    r"(?:(?:we|they|you|people|someone|somebody|was|were|is|are|has|have|had|been|be|gets?)\s+)*$"
)
_CONDITION = re.compile(r"\b(?:if|when|whenever|once|unless|until)\s+(?:\w+\s+){0,4}$")
_LIST_BETWEEN = r"(?:/|\||,|·|→|->|\bor\b|\band\b|\bvs\.?)\s*(?:(?:or|and|nor)\s+)?"
_LISTED = re.compile(rf"\b(?:{_STATUS})\W{{0,2}}\s*{_LIST_BETWEEN}$")
_LISTS = re.compile(rf"\W{{0,2}}\s*{_LIST_BETWEEN}(?:{_STATUS})\b")
# On the text in its own case: states as code spells them.
_STATES = re.compile(
    r"\b(?:APPROVED|ACCEPTED|PENDING|DRAFT|DECLINED|CANCELL?ED|SUPERSEDED|CLOSED|RESOLVED|SUBMITTED|EXPIRED|COMPLETED?|NEW|OPEN|"
    r"FILLED|FAILED|PASSED|CONFIRMED|ACTIVE|INACTIVE|PUBLISHED|ARCHIVED|PAID|REFUNDED|IN_REVIEW|UNDER_REVIEW|\w+_FILLED)\b"
)
# On the text in its own case: "SHOP_REVIEW, and REJECTED".
_CAPITALS_LISTED = re.compile(rf"(?:\b[A-Z][A-Z_]{{3,}}\b|\x01)\W{{0,2}}\s*{_LIST_BETWEEN}$")
_BEGIN = re.compile(
    r"^[^\w\x01]*(?:\d+[.)]\s*)?(?:(?:approach(?:es)?|options?|alternatives?|considered|ideas?|status|decision|verdict|outcome|also|"
    r"explicitly|user|final(?:ly)?|previously|already|permanently|definitively|tried|evaluated|and|but|was|why|strongly|all|no|"
    r"description|\d{1,4}[-./]\d{1,2}(?:[-./]\d{1,4})?)\W+){0,4}$"
)
_SEPARATED = re.compile(
    r"(?:[:：—–;；|,，✘✗❌🚫⛔→⇒?]|\s-{1,2}|->|=>|[(（\[【])[\ufe0f\s]*"
    r"(?:(?:also|was|were|again|since|explicitly|user|tried,?|considered,?|evaluated,?|then|but|and|later|both)\s+)*$"
)
_PARENTHESIS = re.compile(r"[(（]\s*$")
_TRIED = re.compile(
    rf"\b(?:{_TESTED}|built|written|trialled)\b[^.;!?\n]{{0,80}}?(?:\band|\bbut|,|\bthen|—|–|→|->|\()\s*"
    r"(?:(?:was|were|then|also|explicitly|deliberately|later|again|finally|ultimately)\s+)*$"
)
_BY_PEOPLE = re.compile(rf"(?:^|[^\w-])(?:{_PEOPLE})(?:['’]s)?\s*(?:\([^)]*\)\s*)?(?:(?:{_ADVERB}|all)\s+)*$")
_BY_MACHINE = re.compile(
    rf"(?:^|[^\w-])(?:{_MACHINE}|[\w.]*\x01+)(?:['’]s)?\s*(?:\([^)]*\)\s*)?(?:(?:{_ADVERB}|all|correctly|silently)\s+)*$"
)
# A store's review is no colleague's.
_STORE_REVIEW = re.compile(r"\b(?:app|store|play|apple|google)\b[\w\s]{0,14}\breview(?:ers?)?\s+$")
# On the text in its own case: "Anna rejected".
_BY_NAME = re.compile(r"(?:^|[^\w.])[A-Z][a-z]+\s+$")
_PAST = re.compile(
    rf"\b(?:was|were|been|got|fue|fueron|quedó|foi|foram|wurden?)\s+(?:(?:{_ADVERB}|[a-z]+ly)\s+)*(?!the\b|an?\b|to\b)(?:[a-z]+\s+)?$"
)
_PRESENT = re.compile(
    r"\b(?:is|are|be|being|gets?|getting|will|would|must|should|can|could|may|stays?|remains?|wird|werden|es|son|é|são|ser)\s+"
    rf"(?:(?:{_ADVERB}|all|correctly|silently|be|get|[a-z]+ly)\s+)*$"
)
_NOUN = re.compile(rf"(?:^|[^\w-])(?:(?P<idea>{_IDEA}|{_FOREIGN_IDEA})|(?P<data>{_DATA}))\b")
_GERUND_FIRST = re.compile(r"^\W*(?:[a-z]+ing)\s+(?:the|a|an|our|all|\w+s|\w+)\b")
_IDEA_FIRST = re.compile(rf"^\W*(?:(?:the|my|our|an?|this|his|her|their)\s+)(?:[\w-]+\s+){{0,2}}(?:{_IDEA_ONE})\b")
_DATA_BEFORE = re.compile(rf"(?:^|[^\w-])(?:{_DATA}|all)\s+$")
_IDEA_BEFORE = re.compile(rf"(?:^|[^\w-])(?:{_IDEA})\s+$")
_ASIAN_IDEA = re.compile(
    r"(?:案|提案|方案|方針|方法|방안|제안|방식|접근|설계|도입|전환|안[은을이]|化|导入|引入|導入)[^.。]{0,24}$"
)
_ASIAN_TOPIC = re.compile(r"(?:は|を|が|은|는|을|를|이|지만|했으나|하였으나|,|，|、|→)\s*$")
_ASIAN_MACHINE = re.compile(r"(?:服务端|服务器|后端|网关|サーバー?|ブラウザ|서버(?:에서|가)?|브라우저(?:에서|가)?)\s*$")
_ASIAN_BEFORE = re.compile(r"[가-힣ぁ-んァ-ヶー一-鿿][」』\"”]?\s*$")
_DECIDED = re.compile(
    r"(?:\b|(?=,))(?:chosen|chose|instead|keep|keeping|kept|stays?|stick(?:ing)?|went with|go(?:ing)? with|decided|picked|prefer(?:red|s)?|"
    r"wants?|so we|we use|,\s*we (?!got|get|see|saw|had|have)\w+|fica|usamos|manter|queda|seguimos|devam|usar)\b|유지|進める|通过|改用|保持|继续"
)
_GIT = re.compile(
    r"\bgit (?:push|commit|merge)\b[^.;]{0,60}$|!\s*\[(?:remote\s+)?$|\[remote\s+$|\bremote:?\s+$|"
    r"\bpush(?:es|ed|ing)?\s+(?:\w+\s+){0,3}$|\berror:\s"
)
_RUNTIME = re.compile(
    r"\bhttp\s*[45]\d\d\b|\b(?:40[0-9]|41[0-9]|42[0-9]|50[0-4])\b(?!\s*(?:[kmg]b|ms|px|users|rows|lines|files|%|€|\$))|"
    r"\bgh\d{3}\b|non-fast-forward|fast.?forward|protected branch|branch protection|pre-receive|"
    r"\bstatus code|\bexception\b|\bthrows?\b|\braises?\b|\bvalidat(?:or|ion|es)\b|\berror:|\bp\s*[=<]|"
    r"\bwith (?:an? )?(?:error|hint|message|code|`|\"|“)|\bpush(?:es|ing|ed)?\b|\bprotected\b|\bremote rejected|"
    r"\bthe (?:preflight|handshake)\b|\ballowed values|\bregex\b|\bat runtime\b|\bcompile[rs]?\b"
)
_RUNTIME_REACH = 120

# How far around a wording is looked: nobody needs more of a sentence, and no text can make the look expensive. Characters.
_REACH = 240

# Of a longer sentence only the beginning is judged; the longest seen in real folders has 8,000. Characters.
_SENTENCE = 10_000

# Wordings that are judged in one sentence; a sentence with more is no prose.
_JUDGED = 12

# Things that are opened and visited every day.
_THING_NEXT = re.compile(
    r"\s+(?:(?:the|a|an|any|it|this|that|same|old|closed|in)\s+){0,2}(?:\w+\s+)?(?:files?|connections?|sockets?|handles?|db|"
    r"databases?|tickets?|issues?|prs?|pull|browser|pages?|tabs?|modals?|dialogs?|dropdown|bugs?|regressions?|menu|app|terminal|"
    r"sessions?|ports?|windows?|streams?|race|leak|vulnerabilit\w+|errors?|cursors?|transactions?|urls?|sites?|links?|message|"
    r"prompt|question to)\b"
)
_ABOUT_NEXT = re.compile(
    r"\s+(?:anything|what(?:ever)?|things?|those|(?:an?\s+|any\s+|the\s+)?(?:(?:already|previously)\s+)?"
    r"(?:rejected|discarded|declined|marked|listed|settled|closed|turned-down)\b)"
)
_STRONG_AGAIN = re.compile(r"propos|litigat|suggest|resurrect|introduc|debat|argu|pitch")
_COMMAND = re.compile(
    r"(?:^|[.,;:：—–(✓✔])[\s\W]*(?:(?:please|so|and|but|then|also|resolved|closed|decided|settled)[\s,:]+)*$"
)

_HEADING_PREFIX = (
    r"(?:things?|what|explicitly|previously|already|tried|considered|user|permanently|also|and|or|but|we|were|was|been|have|the|"
    rf"that|key|deliberately|our|evaluated|both|all|not|scope|out|of|tools?|opciones|opções|seçenekler|fikirler|被|已|{_IDEA})"
)
_HEADING = re.compile(
    rf"^(?:[^\w가-힣぀-ヿ一-鿿]|\d+[.)])*(?:{_HEADING_PREFIX}\W+)*?(?:{_WORD}|{_CJK_WORD}|{_DONT_AGAIN}|{_FOREIGN_AGAIN}|"
    rf"(?:discarded|abandoned|dropped|declined)(?=\W+(?:{_IDEA})\b|\W*$)|tried\W+(?:and|but|&)\W+(?:failed|{_UNDONE}))"
    rf"(?!\s+(?:{_DATA})\b)"
)
_HEADING_CJK = re.compile(rf"^\W*(?:[가-힣぀-ヿ一-鿿·\s]{{0,8}})(?:{_CJK_WORD})")

_TRIGGER = re.compile(
    rf"(?P<word>\b(?:{_WORD})(?![^\W\d_가-힣぀-ヿ一-鿿]))|(?P<again>\b{_DONT_AGAIN}|{_FOREIGN_AGAIN})|(?P<prose>\b(?:{_PROSE})\b)"
    rf"|(?P<weak>\b(?:{_WEAK_WORD})\b)|(?P<cjk>{_CJK_WORD})|(?P<bare>rejected|re-?\s?propos\w*)"
)
_PLAIN_RULE = re.compile(r"rejected|don['’]t re-propose")
_IDEAS = re.compile(rf"\b(?:{_IDEA})\b")


class Trigger:
    """A wording at `start` of a text, with its verdict; `label` when it opens the text as a label does."""

    __slots__ = ("label", "start", "verdict")

    def __init__(self, start: int, verdict: str, label: bool = False) -> None:
        self.start = start
        self.verdict = verdict
        self.label = label


def promises(text: str) -> bool:
    """Whether the text holds one of the stems without which no rule applies."""
    low = lower(text)
    for stem in _STEMS:
        if stem in low:
            return True
    return not low.isascii() and any(stem in low for stem in _WIDE_STEMS)


def plain(text: str) -> bool:
    """Whether the text holds what the plain rule looks for: "rejected" or "don't re-propose", in any case."""
    return bool(_PLAIN_RULE.search(lower(text)))


def best(text: str, masked: str, kind: str) -> Trigger | None:
    """The first of the strongest wordings in a sentence, given with its code masked as well, of a block of this kind."""
    if not promises(text):
        return None
    masked = masked[:_SENTENCE]
    low = lower(masked)
    found: Trigger | None = None
    if not _RULE.search(low):
        for trigger in _triggers(masked, low, kind):
            if found is None or RANK[trigger.verdict] > RANK[found.verdict]:
                found = trigger
    if found is None:
        match = _PLAIN_RULE.search(lower(text))
        found = Trigger(match.start(), NO) if match else None
    return found


def announces(text: str) -> bool:
    """Whether a heading with masked code announces rejected approaches (and does not name one itself)."""
    title = lower(text).replace("*", "").lstrip("# \t")
    match = _HEADING.match(title) or _HEADING_CJK.match(title)
    return bool(match) and not _MACHINE_NEXT.match(title[match.end() :] if match else "")


def lower(text: str) -> str:
    """The text in lower case on one line, at the same length; İ alone would become two characters."""
    return text.replace("İ", "i").replace("\n", " ").lower()


def _triggers(text: str, low: str, kind: str) -> Iterator[Trigger]:
    for match in islice(_TRIGGER.finditer(low), _JUDGED):
        verdict = _judged(text, low, match, kind)
        if verdict:
            label = match.lastgroup in ("word", "cjk") and bool(_BEGIN.match(_before(low, match.start())))
            yield Trigger(match.start(), verdict, label)


def _judged(text: str, low: str, match: re.Match[str], kind: str) -> str:
    """The verdict on one match; "" when it is no candidate at all."""
    word = match.group()
    ours = bool(_PLAIN_RULE.search(word))
    start, end = match.span()
    # The letters around it are looked at before the emphasis goes.
    if (
        match.lastgroup == "bare"
        or kind == blocks.CODE
        or _is_identifier(low[max(0, start - 4) : start], low[end : end + 4])
    ):
        return NO if ours else ""
    context = _Context(text, low, start, end, kind)
    if match.lastgroup == "again":
        verdict = context.again(word)
    elif match.lastgroup == "prose":
        otherwise = kind == blocks.ROW or _NEGATED.search(context.pre) or _GENERIC.search(context.pre)
        verdict = NO if otherwise else SURE
    elif match.lastgroup == "cjk":
        verdict = context.asian(word)
    elif match.lastgroup == "weak":
        verdict = context.weak()
    else:
        verdict = context.word(word)
        if word == "ruled out" and not _IDEAS.search(context.pre + context.post):
            # Causes of a fault are ruled out, too; as a label it names an approach.
            labelled = _BEGIN.match(context.pre) and re.match(r"\W*[:：]", context.post)
            verdict = verdict if labelled else NO
    return verdict if verdict != NO or ours else ""


def _is_identifier(pre: str, post: str) -> bool:
    """Whether the match is part of a name, a path, a code literal or a compound."""
    last, after = pre[-1:], post[:1]
    emphasis = last == "_" and pre[-2:-1] in ("", " ", "(", "_", "*")
    if last and last in "_.$/\\@#=<>&\x01" and not emphasis and not pre.endswith("..."):
        return True
    emphasis = after == "_" and post[1:2] in ("", " ", ":", ".", ",", ")", "_")
    if after and after in "_=/\\\x01@" and not emphasis:
        return True
    if (last == "-" and pre[-2:-1].isalnum()) or (after in ("-", ".") and post[1:2].isalnum()):
        return True
    return last in ("'", '"', "‘", "“", "「") and after in ("'", '"', "’", "”", "」")


class _Context:
    """A wording between what stands before and after it: `pre` and `post` in lower case, `before` and `after` as they are."""

    __slots__ = ("after", "before", "capitals", "kind", "opening", "post", "pre", "row")

    def __init__(self, text: str, low: str, start: int, end: int, kind: str) -> None:
        self.pre = _before(low, start)
        self.post = _plain(low[end : end + _REACH])
        self.before = _before(text, start)
        self.after = _plain(text[end : end + _REACH])
        self.opening = _plain(low[: min(start, _REACH)])
        self.capitals = text[start:end].isupper()
        self.kind = kind
        self.row = text[:4_000]

    def again(self, word: str) -> str:
        if _ABOUT_NEXT.match(self.post):
            return NO
        if _STRONG_AGAIN.search(word) or not word.isascii() or not word.startswith(_ENGLISH_NEVER):
            return SURE
        commands = re.match(r"\s*[:：]|\s+\w|\s*$|[.)]", self.post) and _COMMAND.search(self.pre)
        # "Don't raise it again" carries its object; "do not reopen" needs one.
        carries = re.search(r"(?:rais|bring)\w*\s+(?:it|this|that|them)\b", word)
        return (
            LIKELY
            if commands and (carries or not _THING_NEXT.match(self.post)) and (carries or self._has_object())
            else NO
        )

    def asian(self, word: str) -> str:
        closed = _ASIAN_CLOSED.match(self.post)
        if self.kind == blocks.ROW or _ASIAN_UNDONE.match(self.post) or not closed:
            return NO
        if not re.sub(r"^\W*(?:\d+[.)])?\W*", "", self.pre):
            return SURE
        if _LISTED.search(self.pre) or _LISTS.match(self.post):
            return NO
        # Approval workflows and clean-ups use these words every day.
        everyday = re.search(r"반려|거부|ボツ|[弃棄]用|見送り", word)
        if _SEPARATED.search(self.pre):
            return LIKELY if everyday else SURE
        if _ASIAN_IDEA.search(self.pre):
            return LIKELY
        return (
            LIKELY
            if not everyday and _ASIAN_TOPIC.search(self.pre) and not re.search(r"リクエスト|요청|请求|申請", self.pre)
            else NO
        )

    def weak(self) -> str:
        if _NEGATED.search(self.pre) or _MACHINE_NEXT.match(self.post):
            return NO
        if _PEOPLE_NEXT.match(self.post) and _SEPARATED.search(self.pre):
            return LIKELY
        closed = _CLOSED.match(self.post)
        named = re.match(r"\W*[:：]\s*\S+\s+\S", self.post) and not _DATA_NEXT.match(" " + self.post.lstrip(":： *"))
        if named and _BEGIN.match(self.pre):
            return LIKELY
        return LIKELY if closed and _SEPARATED.search(self.pre) and _DECIDED.search(self.post) else NO

    def word(self, word: str) -> str:
        """The verdict on "rejected" and its like: what rules it out comes first, then what makes it sure."""
        pre, post = self.pre, self.post
        if self._is_otherwise():
            return NO
        if _HANGUL_TAIL.match(post):
            return SURE
        if _STATE_NEXT.match(post):
            return NO
        if _TRIED.search(pre) or _PEOPLE_NEXT.match(post):
            return SURE
        if _MACHINE_NEXT.match(post) or _ASIAN_MACHINE.search(pre):
            return NO
        if _NAME_NEXT.match(self.after) and not _PRESENT.search(pre):
            return SURE
        if self.kind == blocks.ROW:
            return self._cell()
        runtime = bool(_RUNTIME.search(pre[-_RUNTIME_REACH:]) or _RUNTIME.search(post[:_RUNTIME_REACH]))
        return (
            self._as_label(runtime)
            or self._as_predicate(runtime)
            or self._with_subject(runtime)
            or self._without_subject(word, runtime)
        )

    def _is_otherwise(self) -> bool:
        """Whether it is negated, generic, a state among states, git's word, or the word itself spoken of."""
        return bool(
            _NEGATED.search(self.pre)
            or _GENERIC.search(self.pre)
            or _CONDITION.search(self.pre)
            or _WRITING.search(self.pre)
            or _GIT.search(self.pre)
            or _LISTED.search(self.pre)
            or _LISTS.match(self.post)
            or (self.capitals and (_CAPITALS_LISTED.search(self.before) or _INTO.search(self.pre)))
            or (self.capitals and self._is_state())
            or _COUNT_NEXT.match(self.post)
            or (
                _PARENTHESIS.search(self.pre)
                and re.match(r"\s*[)）]", self.post)
                and re.search(r"[\x01가-힣一-鿿]\W*$", self.pre)
            )
        )

    def _is_state(self) -> bool:
        """Whether two more states are named beside it, as a list of states does."""
        return not _BEGIN.match(self.pre) and len(_STATES.findall(self.before + self.after)) > 1

    def _as_label(self, runtime: bool) -> str:
        """ "Rejected: X", "REJECTED (2025) X", "Rejected using X"."""
        if not _BEGIN.match(self.pre):
            return ""
        if _DATA_NEXT.match(self.post) and not _IDEA_NEXT.match(self.post):
            return NO if not self.capitals else ""
        many = re.match(rf"\s+(?:[\w-]+\s+)?(?:{_IDEA_MANY})\b", self.post)
        if many and not _ATTRIBUTIVE.match(self.post):
            return NO if self.post[many.end() :].strip(" \n*_.") else SURE
        if (
            self.capitals
            or _CLOSED.match(self.post)
            or _QUALIFIED.match(self.post)
            or _OBJECT.match(self.post)
            or _IDEA_NEXT.match(self.post)
        ):
            return LIKELY if runtime and not self.capitals and not _REASON.match(self.post) else SURE
        # "Rejected Flutter because": a proper name or code follows, not the plural that "rejected rows" has.
        return LIKELY if not runtime and re.match(r"\s+[A-Z\x01`]", self.after) else ""

    def _as_predicate(self, runtime: bool) -> str:
        """ "X: rejected in 2025", "X — rejected (why)", "X (rejected)"."""
        if _BY_PEOPLE.search(self.pre) and not _SEPARATED.search(self.pre):
            number = re.match(r"\s+v?\d", self.post) or _STORE_REVIEW.search(self.pre)
            data = _DATA_NEXT.match(self.post) and not _IDEA_NEXT.match(self.post)
            # Customers reject deliveries as well as designs.
            buyer = re.search(r"\b(?:clients?|customers?)\s+(?:\w+\s+)?$", self.pre) and not _IDEA_NEXT.match(self.post)
            if data and not (number or buyer or runtime) and re.search(r"\b(?:because|since)\b|[—–:]", self.post[:120]):
                return LIKELY
            return NO if number or data or buyer else SURE
        if not (_SEPARATED.search(self.pre) and (_CLOSED.match(self.post) or _QUALIFIED.match(self.post))):
            return ""
        arrow = re.search(r"(?:→|->|⇒|=>)\s*$", self.pre)
        if self.capitals:
            return NO if arrow and not _REASON.match(self.post) else SURE
        if runtime:
            return LIKELY if _DECIDED.search(self.post) and not arrow else NO
        if arrow and not _REASON.match(self.post):
            return NO
        return SURE if _REASON.match(self.post) or _QUALIFIED.match(self.post) else LIKELY

    def _with_subject(self, runtime: bool) -> str:
        """ "X was rejected", "X is rejected", "somebody rejected X"."""
        if _PRESENT.search(self.pre):
            if _WHENEVER.match(self.post) or runtime:
                return NO
            points = re.search(r"\b(?:it|this|that) is\s+$", self.pre) and re.match(
                r"\s*(?:[:：—–]|because\b)", self.post
            )
            return LIKELY if points or self._noun() == "idea" else NO
        if _PAST.search(self.pre):
            noun = self._noun()
            code = re.search(r"\x01[`\s]*(?:was|were)\s+$", self.pre)
            if _WHENEVER.match(self.post) or (code and noun != "idea"):
                return NO
            if noun == "data" and not (_FAVOURED.match(self.post) and not runtime):
                return NO
            if runtime and noun != "idea":
                return NO
            return SURE if noun == "idea" or _REASON.match(self.post) else LIKELY
        if _BY_MACHINE.search(self.pre):
            return NO
        if (
            _BY_NAME.search(self.before)
            and re.match(r"\s+(?:it|them|both|the|this|that|our)\b", self.post)
            and not runtime
        ):
            return NO if _DATA_NEXT.match(self.post) else LIKELY
        return ""

    def _without_subject(self, word: str, runtime: bool) -> str:
        """What is left: "the rejected design", "polling rejected, webhooks chosen"."""
        pre, post = self.pre, self.post
        if not word.isascii() or word not in ("rejected", "turned down", "voted down"):
            # In other languages the word may close the sentence; an idea must then be named in it.
            return LIKELY if _CLOSED.match(post) and not runtime and _NOUN_FOREIGN.search(pre) else NO
        if re.match(r"\s+\d{4}-\d\d", post) and not runtime and not _DATA_BEFORE.search(pre):
            return SURE
        if _IDEA_BEFORE.search(pre) and not runtime:
            return SURE
        if runtime:
            return NO
        if _ATTRIBUTIVE.match(post):
            return LIKELY
        if _DATA_NEXT.match(post) or _DATA_BEFORE.search(pre):
            return NO
        closed = _CLOSED.match(post)
        if closed and (
            re.search(r"\b(?:both|too)\s+$", pre)
            or _DECIDED.search(post)
            or _ASIAN_BEFORE.search(pre)
            or _NOUN_FOREIGN.search(pre[-30:])
        ):
            return LIKELY
        if self.capitals and re.search(r"[a-z]\s+$", pre) and re.match(r"\s+\S", post):
            return LIKELY
        if re.match(r"\s+(?:it|this|that|both)\b", post) and re.search(r"\w\s+$", pre):
            return LIKELY
        if re.match(r"\s*(?:[(（](?=[^\s\x01]+\s+\S+\s+\S)|[:：—–]\s+\S+\s+\S)", post) and re.search(r"[a-z]\s+$", pre):
            return LIKELY
        return LIKELY if _REASON.match(post) and _QUALIFIED.match(post) else NO

    def _noun(self) -> str:
        """Whether the noun nearest before the verb is an "idea" or "data"; "" for neither. A gerund is an idea."""
        if _GERUND_FIRST.match(self.opening) or _IDEA_FIRST.match(self.opening):
            return "idea"
        nouns = [match.lastgroup or "" for match in _NOUN.finditer(self.pre[-60:])]
        return nouns[-1] if nouns else ""

    def _has_object(self) -> bool:
        return bool(re.match(r"\s*[:：]|\s+\w", self.post))

    def _cell(self) -> str:
        """A table row says that an approach was turned down when one cell is the word and another tells why."""
        cells = [cell.strip(" *_`❌✗") for cell in self.row.strip().strip("|").split("|")]
        first = self.pre.strip().strip("|*_ ❌✗") == ""
        alone = re.match(r"[\s*_]*(?:\||$|[(（:—–])", self.post) and re.search(r"\|[\s*_❌✗🚫]*$", self.pre)
        return LIKELY if alone and not first and any(len(cell.split()) > 3 for cell in cells) else NO


_NOUN_FOREIGN = re.compile(rf"(?:^|[^\w-])(?:{_FOREIGN_IDEA}|{_IDEA})\b")
_ENGLISH_NEVER = ("do", "don", "never", "no need", "not", "must", "should", "stop", "avoid", "cannot", "won")


def _before(text: str, start: int) -> str:
    """What stands before `start` within reach; a letter stands for what is cut off, so that nothing seems to begin."""
    return _plain(text[:start]) if start <= _REACH else "x" + _plain(text[start - _REACH : start])


def _plain(text: str) -> str:
    """The text without emphasis and the marks of code."""
    return text.replace("*", "").replace("~~", "").replace("__", "").replace("`", "")
