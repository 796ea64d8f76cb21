-- @case machines that packets distinguish have the names in the manifest
SELECT p.pid, p.name, m.name AS machine FROM process AS p LEFT JOIN machine AS m ON m.id = p.machine_id WHERE p.pid NOT IN (0, 9) ORDER BY p.name

-- @case another file is aligned by the clock of one of the machines
SELECT ts, name FROM slice

-- @case the machines are listed
SELECT name, raw_id FROM machine ORDER BY id
