package traceglass.engine.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.engine.EngineException;

/// A fleet into which traces are imported. If it is new and no trace has been added, closing removes its files again,
/// so that an import from a wrong path leaves nothing behind.
public final class FleetTarget implements AutoCloseable {

    private final Fleet fleet;
    private final boolean isNew;
    private final boolean isNewFolder;

    private FleetTarget(Fleet fleet, boolean isNew, boolean isNewFolder) {
        this.fleet = fleet;
        this.isNew = isNew;
        this.isNewFolder = isNewFolder;
    }

    /// Opens a fleet, or creates it as [Fleet#create] does.
    public static FleetTarget at(Path folder) {
        boolean isNewFolder = !Files.exists(folder);
        boolean isNew = !Fleet.isFleet(folder);
        return new FleetTarget(Fleet.create(folder), isNew, isNewFolder);
    }

    /// Opens an existing fleet, which closing never removes.
    ///
    /// @throws EngineException if the folder is not a fleet
    public static FleetTarget existing(Path folder) {
        return new FleetTarget(Fleet.open(folder), false, false);
    }

    /// Returns the fleet.
    public Fleet fleet() {
        return fleet;
    }

    /// Removes the files of a new fleet without traces. Keeps files that are not part of an empty fleet.
    @Override
    public void close() {
        if (!isNew) {
            return;
        }
        try {
            fleet.files().removeIfEmpty(isNewFolder);
        } catch (IOException | EngineException e) {
            // The empty fleet remains; another import can fill it, and another program may be doing so.
        }
    }
}
