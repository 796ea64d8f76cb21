-- @case messages are formatted with their parameters, and have their levels and groups
SELECT ts, level, tag, message, location FROM protolog ORDER BY ts

-- @case collisions and missing parts are counted
SELECT name, value FROM stats WHERE name GLOB 'winscope_protolog*' AND value != 0 ORDER BY name
