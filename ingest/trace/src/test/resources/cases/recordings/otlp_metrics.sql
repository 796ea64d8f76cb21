-- @case the number and the largest value of the samples of each counter
SELECT t.name, t.unit, count(*) AS n, max(c.value) AS largest FROM counter c JOIN counter_track t ON t.id = c.track_id GROUP BY ALL ORDER BY 1, 2;
