package traceglass.app.window.timeline;

import java.util.function.BooleanSupplier;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.derived.DerivedTables;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.ui.bar.StatusBar;
import traceglass.render.action.TrackControls;

/// Registers commands for tables derived by standard modules, enabled if the trace has data for them: one pins the
/// track, one queries the rows.
public final class DerivedCommands {

    private final TraceSlot slot;
    private final StatusBar status;
    private final TrackControls tracks;

    public DerivedCommands(TraceSlot slot, StatusBar status, TrackControls tracks) {
        this.slot = slot;
        this.status = status;
        this.tracks = tracks;
    }

    public void register(BooleanSupplier isShown) {
        for (DerivedTable table : DerivedTables.all()) {
            String name = table.name().substring(DerivedTable.PREFIX.length());
            BooleanSupplier hasTrack = () -> isShown.getAsBoolean() && tracks.node(table.trackKey()) != null;
            slot.host()
                    .commands()
                    .register(Command.of(
                            "track.add." + name,
                            CommandGroups.TRACKS,
                            TimelineTexts.addTrack(table.title()),
                            "pin",
                            "",
                            hasTrack,
                            () -> {
                                tracks.setPinned(table.trackKey(), true);
                                status.setState("pin", TimelineTexts.PINNED, table.title());
                            }));
            slot.host()
                    .commands()
                    .register(Command.of(
                            "query." + name,
                            CommandGroups.SQL,
                            TimelineTexts.runQuery(table.title()),
                            "sql",
                            "",
                            () -> hasTrack.getAsBoolean()
                                    && slot.trace().session().isReady(),
                            () -> slot.navigation().navigator().openSql(DerivedTables.sql(table), true)));
        }
    }
}
