-- @case the picture of a screenshot is an argument
SELECT s.ts, s.name, a.key, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) ORDER BY s.ts, a.key

-- @case screenshots are a track of pictures
.tree
.data Screenshots
