package traceglass.analysis.ftrace;

import traceglass.analysis.events.GenericEventTable;
import traceglass.store.lazy.LazyArgs;

/// Event table of raw ftrace events, whose arguments are decoded on first use.
final class FtraceTable extends GenericEventTable {

    FtraceTable() {
        super("ftrace_event", 60, "ftrace_event", "SELECT ts, 'ftrace/' || ucpu FROM __intrinsic_ftrace_event AS s");
        withSelectableRows().withRequiredDetailsTable(LazyArgs.FTRACE);
    }

    @Override
    public boolean isShownBy(String view) {
        return isNamed(view) || view.equals("raw");
    }
}
