-- @case flows connect the events of one id until it ends
SELECT o.name AS from_slice, o.ts AS from_ts, i.name AS to_slice, i.ts AS to_ts
FROM flow AS f
JOIN slice AS o ON o.id = f.slice_out
JOIN slice AS i ON i.id = f.slice_in
ORDER BY o.ts, i.ts

-- @case legacy flows have a name and a category
SELECT __intrinsic_arg_set_to_json(arg_set_id) AS args FROM flow WHERE arg_set_id IS NOT NULL ORDER BY id

-- @case flows without a slice are counted
SELECT name, value FROM stats WHERE name GLOB 'flow*' AND value > 0 ORDER BY name

-- @case flows of a slice lead on to those that follow
.flows 0
.flows 1
.flows 2
.details slice 1
.arrows 0 1000
