-- @case a patch changes the state, which is read as a whole packet
SELECT c.ts, t.name, c.value FROM counter AS c JOIN track AS t ON t.id = c.track_id WHERE c.ts < 300 ORDER BY c.ts, t.name

-- @case a packet that is not a patch, or whose program fails, is read unchanged
SELECT c.ts, t.name, c.value FROM counter AS c JOIN track AS t ON t.id = c.track_id WHERE c.ts >= 300 ORDER BY c.ts, t.name
