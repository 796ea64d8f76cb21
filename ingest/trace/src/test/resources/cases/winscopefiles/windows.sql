-- @case each entry is a snapshot of the windows
SELECT ts FROM __intrinsic_windowmanager
-- @case it has a row per container
SELECT title FROM __intrinsic_windowmanager_windowcontainer
