-- @case numbers of calls have the names of this architecture
SELECT ts, name FROM slice ORDER BY ts
