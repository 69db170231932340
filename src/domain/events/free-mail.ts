/**
 * The domains at which anyone gets a mailbox, free or with an internet connection. The list is compiled by hand from the
 * domains of the large providers in each region. A domain belongs here if a company would not send its mail from it. Disposable
 * mail domains do not: they change daily, and a workspace lists those that it meets itself.
 */
const byProvider = [
  // Google.
  `gmail.com googlemail.com`,
  // Microsoft.
  `outlook.com hotmail.com live.com msn.com windowslive.com outlook.at outlook.be outlook.cl outlook.co.id
    outlook.co.il outlook.co.nz outlook.co.th outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr
    outlook.com.pe outlook.com.tr outlook.com.vn outlook.cz outlook.de outlook.dk outlook.es outlook.fr
    outlook.hu outlook.ie outlook.in outlook.it outlook.jp outlook.kr outlook.lv outlook.my outlook.ph
    outlook.pt outlook.sa outlook.sg outlook.sk hotmail.at hotmail.be hotmail.ca hotmail.ch hotmail.cl
    hotmail.co.id hotmail.co.il hotmail.co.jp hotmail.co.kr hotmail.co.nz hotmail.co.th hotmail.co.uk
    hotmail.co.za hotmail.com.ar hotmail.com.au hotmail.com.br hotmail.com.mx hotmail.com.tr hotmail.cz
    hotmail.de hotmail.dk hotmail.es hotmail.fi hotmail.fr hotmail.gr hotmail.hu hotmail.it hotmail.nl
    hotmail.no hotmail.se hotmail.sg live.at live.be live.ca live.ch live.cl live.cn live.co.kr live.co.uk
    live.co.za live.com.ar live.com.au live.com.mx live.com.my live.com.pt live.com.sg live.de live.dk live.fi
    live.fr live.hk live.ie live.in live.it live.jp live.nl live.no live.ru live.se`,
  // Yahoo.
  `yahoo.com ymail.com rocketmail.com myyahoo.com yahoo.at yahoo.be yahoo.ca yahoo.cl yahoo.cn yahoo.co.id
    yahoo.co.in yahoo.co.jp yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.co.za yahoo.com.ar
    yahoo.com.au yahoo.com.br yahoo.com.cn yahoo.com.co yahoo.com.hk yahoo.com.mx yahoo.com.my yahoo.com.pe
    yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.ve yahoo.com.vn yahoo.de yahoo.dk yahoo.es
    yahoo.fi yahoo.fr yahoo.gr yahoo.hu yahoo.ie yahoo.in yahoo.it yahoo.nl yahoo.no yahoo.pl yahoo.pt yahoo.ro
    yahoo.se`,
  // AOL.
  `aol.com aim.com aol.co.uk aol.de aol.fr aol.it verizon.net`,
  // Apple.
  `icloud.com me.com mac.com`,
  // Proton.
  `proton.me protonmail.com protonmail.ch pm.me`,
  // GMX, WEB.DE, mail.com.
  `gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.fr gmx.us gmx.co.uk gmx.es gmx.info gmx.org web.de email.de
    mail.com email.com usa.com myself.com consultant.com engineer.com europe.com dr.com post.com techie.com
    writeme.com iname.com cheerful.com`,
  // Zoho, Fastmail, Tuta, Hushmail, HEY and others.
  `zoho.com zohomail.com zohomail.eu zohomail.in fastmail.com fastmail.fm fastmail.net fastmail.org sent.com
    tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me hushmail.com hush.com hush.ai hey.com
    mailbox.org posteo.de posteo.net startmail.com runbox.com disroot.org riseup.net inbox.com lycos.com
    excite.com juno.com netzero.net mail2world.com`,
  // Germany, Austria, Switzerland.
  `t-online.de freenet.de arcor.de online.de vodafone.de aon.at chello.at bluewin.ch hispeed.ch`,
  // France.
  `orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr club-internet.fr bbox.fr numericable.fr aliceadsl.fr`,
  // Italy, Spain, Portugal.
  `libero.it virgilio.it tiscali.it alice.it tin.it inwind.it iol.it email.it fastwebnet.it terra.es
    telefonica.net sapo.pt iol.pt clix.pt`,
  // United Kingdom, Ireland.
  `btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk tiscali.co.uk eircom.net`,
  // Netherlands, Belgium.
  `ziggo.nl kpnmail.nl planet.nl hetnet.nl home.nl xs4all.nl casema.nl upcmail.nl telenet.be skynet.be`,
  // Scandinavia.
  `spray.se online.no suomi24.fi luukku.com`,
  // Poland, Czechia, Slovakia, Hungary.
  `wp.pl o2.pl onet.pl onet.eu op.pl interia.pl interia.eu poczta.fm vp.pl gazeta.pl tlen.pl seznam.cz email.cz
    post.cz centrum.cz volny.cz centrum.sk azet.sk zoznam.sk freemail.hu citromail.hu indamail.hu`,
  // Russia, Ukraine, the Balkans.
  `mail.ru inbox.ru list.ru bk.ru internet.ru yandex.ru yandex.com ya.ru yandex.ua yandex.by yandex.kz
    rambler.ru ukr.net i.ua meta.ua bigmir.net abv.bg mail.bg`,
  // United States, Canada.
  `comcast.net att.net sbcglobal.net bellsouth.net charter.net cox.net earthlink.net optonline.net
    windstream.net centurylink.net roadrunner.com rogers.com shaw.ca sympatico.ca telus.net videotron.ca`,
  // Latin America.
  `bol.com.br uol.com.br terra.com.br ig.com.br globomail.com oi.com.br r7.com prodigy.net.mx fibertel.com.ar`,
  // Asia.
  `qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com 189.cn aliyun.com naver.com
    hanmail.net daum.net nate.com kakao.com rediffmail.com indiatimes.com docomo.ne.jp ezweb.ne.jp
    softbank.ne.jp nifty.com walla.co.il walla.com mynet.com`,
  // Australia, New Zealand, South Africa.
  `bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au xtra.co.nz mweb.co.za webmail.co.za`,
];

export const freeMailDomains: ReadonlySet<string> = new Set(byProvider.flatMap((domains) => domains.split(/\s+/)));
