-- @case each entry is a snapshot of the windows
SELECT ts FROM __intrinsic_windowmanager
-- @case a snapshot has a row per container
SELECT title FROM __intrinsic_windowmanager_windowcontainer
