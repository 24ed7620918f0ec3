use std::sync::Arc;
fn main(){ let t=std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
let p=benchnote_parser::parse(&[Arc::new(benchnote_parser::Source::unnamed(t))]);
for m in &p.measurements { println!("{:?} {} {:?} {:?} {} [{}, {}) {:?}", p.metric(m.metric).map(|x|(x.section.clone(),x.name.clone(),x.unit.symbol.clone(),x.better,x.role)), p.slice(m.span), m.value, m.guessed, "", m.low,m.high, p.labels(m.labels).iter().map(|l| format!("{}={}",l.field.name,l.value)).collect::<Vec<_>>()); }
for r in &p.regions { println!("{:?} {:?}", r.kind, p.slice(r.span)); }
for d in &p.diagnostics { println!("{:?}", d); }
println!("{:?}", (p.ledger.numbers,p.ledger.measured,p.ledger.explained,p.ledger.unread));
for s in &p.ledger.unread_spans { println!("unread {}", p.slice(*s)); }
}
