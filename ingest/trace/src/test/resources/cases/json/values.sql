-- @case arguments keep their types
SELECT a.key, a.value_type, CASE a.value_type WHEN 'string' THEN hex(a.display_value) ELSE a.display_value END AS value FROM slice AS s JOIN args AS a USING (arg_set_id) WHERE s.name = 'args' ORDER BY a.key

-- @case flows go from slices with an outgoing to slices with an incoming direction
SELECT a.name AS slice_out, b.name AS slice_in FROM flow AS f JOIN slice AS a ON a.id = f.slice_out JOIN slice AS b ON b.id = f.slice_in ORDER BY a.ts, b.ts

-- @case values of counters are numbers, also as text, and their names have the id
SELECT c.ts, t.name, c.value FROM counter AS c JOIN track AS t ON t.id = c.track_id ORDER BY c.ts, t.name

-- @case members of the trace are metadata
SELECT name, int_value, str_value FROM metadata WHERE name GLOB 'json_metadata*' ORDER BY name
