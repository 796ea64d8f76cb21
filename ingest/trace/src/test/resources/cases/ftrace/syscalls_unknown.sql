-- @case calls of an unknown machine are named by their number
SELECT ts, name FROM slice ORDER BY ts
