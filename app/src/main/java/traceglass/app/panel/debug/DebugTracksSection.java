package traceglass.app.panel.debug;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import traceglass.analysis.debug.DebugTrackCreator;
import traceglass.analysis.debug.DebugTrackSpec;
import traceglass.analysis.debug.DebugTracks;
import traceglass.app.context.TraceSlot;
import traceglass.app.preferences.Preferences;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.app.session.QueryTrack;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Notices;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;

/// Project section of the debug tracks of a trace. Their queries run again when it is restored; a track whose query
/// fails stays in the section until the user removes it.
public final class DebugTracksSection implements ProjectSection {

    private final TraceSlot slot;
    private final Notices notices;
    private final Preferences preferences;

    public DebugTracksSection(TraceSlot slot, Notices notices, Preferences preferences) {
        this.slot = slot;
        this.notices = notices;
        this.preferences = preferences;
        slot.trace().sessionProperty().addListener((_, _, newValue) -> {
            if (newValue != null) {
                newValue.debugTracks()
                        .versionProperty()
                        .addListener(v -> slot.host().sections().notifyChanged());
            }
        });
    }

    @Override
    public String name() {
        return "debugTracks";
    }

    @Override
    public Map<String, Object> state() {
        List<Map<String, Object>> all = new ArrayList<>();
        TraceSession session = slot.trace().session();
        if (session != null) {
            session.debugTracks().definitions().forEach(d -> all.add(fields(d)));
        }
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("tracks", all.isEmpty() ? null : all);
        return state;
    }

    private static Map<String, Object> fields(QueryTrack track) {
        DebugTrackSpec spec = track.spec();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("number", (long) track.number());
        fields.put("kind", spec.kind().name().toLowerCase(Locale.ROOT));
        fields.put("title", spec.title());
        fields.put("sql", spec.sql());
        fields.put("setup", track.setup().isEmpty() ? null : track.setup());
        fields.put("ts", (long) spec.ts());
        fields.put("dur", (long) spec.dur());
        fields.put("name", (long) spec.name());
        fields.put("value", (long) spec.value());
        fields.put("color", (long) spec.color());
        fields.put("pivot", (long) spec.pivot());
        fields.put("args", (long) spec.args());
        fields.put("removed", track.removed().isEmpty() ? null : track.removed());
        fields.values().removeIf(Objects::isNull);
        return fields;
    }

    private static QueryTrack read(Fields f) {
        DebugTrackSpec spec = new DebugTrackSpec(
                f.choice("kind", DebugTrackSpec.Kind.class, DebugTrackSpec.Kind.SLICES),
                f.text("title", ""),
                f.text("sql", ""),
                column(f, "ts"),
                column(f, "dur"),
                column(f, "name"),
                column(f, "value"),
                column(f, "color"),
                column(f, "pivot"),
                column(f, "args"));
        return new QueryTrack(
                Math.clamp(f.number("number", 0), 0, Integer.MAX_VALUE / 2),
                spec,
                f.text("setup", ""),
                f.texts("removed"));
    }

    private static int column(Fields f, String role) {
        return Math.clamp(f.number(role, DebugTrackSpec.NONE), DebugTrackSpec.NONE, Short.MAX_VALUE);
    }

    @Override
    public void restore(Fields state) {
        reset();
        TraceSession session = slot.trace().session();
        if (session == null || !session.isReady()) {
            return;
        }
        List<QueryTrack> tracks = session.debugTracks()
                .restore(state.objects("tracks").stream()
                        .map(DebugTracksSection::read)
                        .toList());
        if (!tracks.isEmpty()) {
            ModuleLibrary library = preferences.moduleLibrary();
            Thread.ofPlatform()
                    .daemon()
                    .name("debug-tracks")
                    .start(() -> tracks.forEach(track -> create(session, library, track)));
        }
    }

    @Override
    public void reset() {
        TraceSession session = slot.trace().session();
        if (session != null && !session.debugTracks().definitions().isEmpty()) {
            session.debugTracks().remove(DebugTracks.GROUP);
        }
    }

    /// Recreates tracks. Called on a background thread.
    private void create(TraceSession session, ModuleLibrary library, QueryTrack track) {
        Runnable result;
        try (SqlSession sql = session.openSql(SqlPolicy.TRACE_ONLY, library)) {
            if (!track.setup().isEmpty()) {
                sql.run(track.setup(), cursor -> {});
            }
            DebugTracks created = DebugTrackCreator.create(sql, track.spec(), track.number());
            result = () -> session.debugTracks().addRestored(track, created);
        } catch (SqlProblem e) {
            result = () -> showFailure(session, track, e.describe());
        } catch (QueryException e) {
            result = () -> showFailure(session, track, e.getMessage());
        }
        Runnable action = result;
        FxThread.later(() -> {
            if (session == slot.trace().session()) {
                action.run();
            }
            session.debugTracks().endCreation();
        });
    }

    private void showFailure(TraceSession session, QueryTrack track, String reason) {
        notices.show(
                Notices.Severity.WARN,
                "debug-track-" + track.number(),
                DebugTrackTexts.cantRestoreTrack(track.spec().title(), reason),
                List.of(
                        new Notices.Action(
                                DebugTrackTexts.OPEN_QUERY,
                                () -> slot.navigation()
                                        .navigator()
                                        .openSql(track.spec().sql(), false)),
                        new Notices.Action(
                                DebugTrackTexts.REMOVE,
                                () -> session.debugTracks().removeDefinition(track.number()))));
    }
}
