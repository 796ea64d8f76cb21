-- Device data reported by Chrome.

-- Hardware class of a Chromebook.
CREATE PERFETTO FUNCTION chrome_hardware_class() RETURNS STRING AS
SELECT max(m.str_value) FROM metadata AS m WHERE m.name = 'cr-hardware-class';
