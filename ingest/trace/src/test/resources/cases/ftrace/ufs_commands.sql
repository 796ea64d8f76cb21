-- @case commands of flash have the names of the SCSI standard
SELECT s.ts, s.dur, s.name FROM slice AS s ORDER BY s.ts
