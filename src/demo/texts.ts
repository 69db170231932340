/** Names from many countries, to show how searching, sorting and accents work. */
export const firstNames = words(`
  Aaliyah Aaron Abigail Adam Adele Adrian Agnes Aiko Aisha Akira Alejandra Alexander Alice Alina Alma Amara Amelia
  Amir Ana Anders Andrea Anika Anita Anna Anton Arjun Astrid Aurora Ayodele Beatriz Benjamin Bianca Bjorn Brandon
  Brigitte Bruno Caleb Camila Carlos Caroline Cecilia Chiara Chidi Chloé Christian Clara Colin Connor Dalia Damian
  Daniel Daphne Darius David Deepa Diego Dmitri Dominic Eduardo Elena Eleanor Eli Elias Elif Elin Emeka Emilia Emma
  Enrique Erik Esther Ethan Eva Fabian Farah Fatima Felix Fernanda Finn Fiona Florian Frances Freya Gabriel Gemma
  George Giulia Grace Gustavo Hana Hannah Haruto Hassan Heidi Helena Henry Hugo Ibrahim Ida Ifeoma Imani Ines Ingrid
  Irene Isaac Isabel Ivan Jack Jada Jakub James Jamila Jana Jasper Javier Jing Joana Johan Jonah Josephine José Julia
  Julian Kaito Karim Katarina Kavya Kenji Kiran Klara Kofi Kwame Laila Lars Laura Leah Leandro Lena Leo Lina Linnea
  Louis Lucia Luka Mads Magnus Malik Manuel Marcel Maria Marta Mateo Matilda Maya Mei Mia Miguel Mila Mohammed Nadia
  Naomi Nathan Nia Nikhil Nina Noah Nora Oliver Olivia Omar Oscar Paloma Paul Petra Pilar Quentin Rafael Rania Renée
  Ricardo Rina Robert Rohan Rosa Ruby Saanvi Samira Samuel Sana Santiago Sara Selma Simon Sofia Stefan Sunita Svetlana
  Tara Tariq Theo Thomas Tomás Uma Valentina Vera Victor Wanjiru Wei William Xavier Yara Yasmin Youssef Yuki Zainab Zoë
`);

export const lastNames = words(`
  Abbott Abe Acosta Adams Adeyemi Aguilar Ahmed Alvarez Andersen Anderson Andersson Arnold Asante Bailey Baker Banerjee
  Barnes Barros Bauer Becker Bell Bennett Berg Bernard Bianchi Blake Blom Boateng Bonnet Brandt Brennan Brooks Brown
  Bruun Burke Burns Cabrera Campbell Carlsen Carter Castro Chan Chandra Chapman Chaudhry Chen Choi Christensen Clark
  Cohen Coleman Collins Conti Cooper Costa Cruz Dahl Dang Davies Delgado Diallo Diaz Dijkstra Dixon Dubois Duran Eaton
  Edwards Eklund Eriksen Esposito Evans Farah Faure Fernandes Ferrari Fischer Fleming Fletcher Flores Fontaine Foster
  Fournier Fraser Fuchs Fujita Gallagher Garcia Gardner Gauthier Gibson Gill Gomez Gonzalez Gordon Graham Grant Greco
  Green Gupta Gutierrez Haas Hall Hamilton Hansen Harper Harris Hassan Hayashi Hayes Hedlund Henderson Hernandez Herrera
  Hoffmann Holm Horvat Huang Hughes Hussein Ibarra Ibrahim Iglesias Inoue Iqbal Ito Ivanov Jackson Jansen Jensen Jimenez
  Johansson Johnson Jones Joshi Kaplan Kapoor Karlsson Kato Kaur Keller Kelly Kennedy Khan Kim Kimura King Klein Kobayashi
  Koch Kovacs Kowalski Kramer Kruger Kumar Lambert Lange Larsen Laurent Lawson Lee Lefebvre Lehmann Leroy Lewis Li Lim
  Lindberg Lopez Lund Ma Madsen Maier Malik Marchand Marino Marshall Martin Martinez Mason Matsuda Mbeki Mehta Mendes
  Mendoza Mensah Mercier Meyer Miller Mishra Mitchell Molina Moore Morales Moreau Moretti Morgan Mori Morris Mukherjee
  Müller Murphy Murray Mwangi Nakamura Nair Nash Navarro Nelson Neumann Nguyen Nilsson Njoroge Novak Nowak Núñez Obi
  Odhiambo Okafor Okeke Okoye Oliveira Olsen Ortega Osei Otieno Owens Öztürk Pacheco Palmer Park Parker Patel Pedersen
  Peña Pereira Perez Peters Petrov Pham Phillips Pinto Popescu Porter Powell Price Quinn Rahman Ramirez Ramos Rao Reddy
  Reid Reyes Ribeiro Ricci Richter Rivera Roberts Robinson Rocha Rojas Romano Rossi Roth Roux Roy Russell Ryan Saito
  Salazar Sanchez Sanders Santos Sato Schmidt Schneider Schulz Scott Serrano Shah Shapiro Sharma Shaw Silva Simmons Singh
  Smith Soares Soto Stein Stewart Stone Suarez Sullivan Suzuki Svensson Takahashi Tan Tanaka Taylor Thompson Torres Tran
  Turner Ueda Vargas Vasquez Vega Verma Vogel Wagner Walker Wallace Walsh Wang Ward Watson Weber Weiss White Williams
  Wilson Wong Wood Wright Wu Yamamoto Yang Yilmaz Young Yusuf Zhang Zhao Zhou Ziegler Zimmermann
`);

/** Reserved for documentation (RFC 2606): e-mail to these domains reaches nobody. */
export const emailDomains = words(`
  example.com example.org example.net mail.example inbox.example post.example northwind.example brightpath.example
  contoso.example lumen-studio.example harborworks.example acme-labs.example
`);

/** A name as used in an e-mail address: `Renée` becomes `renee`. */
export function mailName(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function lines(text: string): readonly string[] {
  return text.trim().split(/\s*\n\s*/);
}

/** The closers' notes about calls. */
export const notes = lines(`
  Asked for a proposal with two options. Sending it tomorrow morning.
  Runs the team alone since March, wants to hand over outreach first.
  Very well prepared, had read both case studies.
  Partner joins the next call; decision by the end of the month.
  Needs the invoice split over two quarters.
  Uses three tools for what we do in one. Migration worries, nothing else.
  Started late, connection broke twice. Friendly.
  Budget is there, timing is not: new office opens first.
  Came through the podcast. Wants to speak to a reference customer.
  Clear no on price, clear yes on the method. Try again in spring.
`);

/** What members wrote about contacts. */
export const contactNotes = lines(`
  Prefers a call in the morning, before school starts.
  Met at the trade fair in spring. Knows two of our customers.
  Wants everything in writing.
  Decides together with the co-founder, who is often abroad.
  Asked to be called again once the new team is complete.
`);

/** What invitees object, with the relative frequency. */
export const objections = [
  { text: 'Too expensive', kind: 'MONEY', weight: 32 },
  { text: 'Needs to talk to a partner', kind: 'PARTNER', weight: 20 },
  { text: 'Wants to see results first', kind: 'FEAR', weight: 15 },
  { text: 'No time for the onboarding this quarter', kind: 'LOGISTIC', weight: 13 },
  { text: 'Not sure that the team will use it', kind: 'FEAR', weight: 10 },
  { text: 'Bound to another vendor until the end of the year', kind: 'LOGISTIC', weight: 10 },
] as const;

export const cancelReasons = lines(`
  Something urgent came up
  Ill today, sorry
  Found another solution
  Booked twice by mistake
  Closer is out of the office
`);

export const goals = lines(`
  Double the number of booked calls without hiring.
  Get the founder out of sales by summer.
  Win the first ten customers abroad.
  Find out which campaigns bring customers, not leads.
`);

export const rescheduleReasons = [
  'Meeting ran over',
  'Colleague wants to join',
  'Travelling that day',
  'Mixed up the time zones',
];
export const nextSteps = [
  'Send proposal',
  'Call back on Monday',
  'Introduce to onboarding',
  'None',
  'Ask for references',
];
export const tags = ['inbound', 'webinar', 'referral', 'newsletter', 'partner', 'vip'];
export const products = [
  { name: 'Growth programme', description: 'Six months, with a call each week.', price: 6000 },
  { name: 'Sales sprint', description: 'Four weeks for one goal.', price: 2500 },
  { name: 'Team licence', description: null, price: 4000 },
  { name: 'Advisory day', description: 'One day on site.', price: 1500 },
];

/** Pages that lead to a form. */
export const referrers = [
  'https://www.example.com/pricing',
  'https://www.example.com/blog/find-out-what-works',
  'https://www.example.org/reviews',
];

interface Campaign {
  /** The parts of twenty contacts that it brings. */
  readonly parts: number;
  readonly utm: Readonly<Record<string, string>>;
}

/** The tracking parameters of the links that contacts came from. */
export const campaigns: readonly Campaign[] = [
  { parts: 4, utm: { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'book-a-call' } },
  { parts: 3, utm: { utm_source: 'linkedin', utm_medium: 'social', utm_campaign: 'founders' } },
  {
    parts: 3,
    utm: { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'monthly', utm_content: 'footer' },
  },
  { parts: 2, utm: { utm_source: 'youtube', utm_medium: 'video' } },
  {
    parts: 2,
    utm: { utm_source: 'webinar', utm_medium: 'event', utm_campaign: 'spring', utm_term: 'follow-up' },
  },
];
