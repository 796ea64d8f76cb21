-- @case a file that clocks are related to must be listed
SELECT 1
