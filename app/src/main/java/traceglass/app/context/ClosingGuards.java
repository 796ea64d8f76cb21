package traceglass.app.context;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Asks, before a window closes, those parts of it in which something goes on that would end with it.
public final class ClosingGuards {

    private final List<BooleanSupplier> guards = new ArrayList<>();

    /// @param guard returns whether the window may close; it may ask the person
    public void add(BooleanSupplier guard) {
        guards.add(guard);
    }

    /// Whether all of them let the window close. After the first that does not, none is asked.
    public boolean allow() {
        return guards.stream().allMatch(BooleanSupplier::getAsBoolean);
    }
}
