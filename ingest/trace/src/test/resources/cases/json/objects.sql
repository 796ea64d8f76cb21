-- @case objects and their snapshots are tracks
.tree

-- @case an object exists until it is deleted, and its id can be used again
.data derived/objects

-- @case snapshots are instants
.data derived/object_snapshots

-- @case the details of a snapshot have its arguments
.details derived_object_snapshots 0

-- @case the details of an object count its snapshots
.details derived_objects 0
