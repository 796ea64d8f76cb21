-- @case each column of numbers is a counter
select c.ts, t.name, c.value from counter c join track t on t.id = c.track_id order by c.ts, t.name;
