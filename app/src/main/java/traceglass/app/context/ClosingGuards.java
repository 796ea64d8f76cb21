package traceglass.app.context;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Asks the parts of a window whether it may close, because they may have running work.
public final class ClosingGuards {

    private final List<BooleanSupplier> guards = new ArrayList<>();

    /// @param guard returns whether the window may close; may ask the user
    public void add(BooleanSupplier guard) {
        guards.add(guard);
    }

    /// Returns whether all guards allow closing. Stops at the first one that does not.
    public boolean canClose() {
        return guards.stream().allMatch(BooleanSupplier::getAsBoolean);
    }
}
