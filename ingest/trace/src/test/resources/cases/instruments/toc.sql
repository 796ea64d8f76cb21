-- @case the table of contents becomes metadata
SELECT name, str_value FROM metadata WHERE name LIKE 'instruments%' ORDER BY name

-- @case its processes are known
SELECT pid, name FROM process WHERE name IS NOT NULL ORDER BY pid
