package traceglass.app.context;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Work of a window that a pause of the program would disturb, such as a recording, which would lose events. Used on
/// the JavaFX thread.
public final class OngoingWork {

    private final List<BooleanSupplier> parts = new ArrayList<>();

    /// @param isRunning returns whether this part of the window does such work
    public void add(BooleanSupplier isRunning) {
        parts.add(isRunning);
    }

    /// Returns whether any part of the window does such work.
    public boolean isRunning() {
        return parts.stream().anyMatch(BooleanSupplier::getAsBoolean);
    }
}
