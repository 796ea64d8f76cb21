package traceglass.app.window.timeline;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.command.Command;
import traceglass.app.context.AppContext;
import traceglass.app.session.TraceSession;
import traceglass.render.TimelineView;
import traceglass.render.item.DataLoss;
import traceglass.render.item.TimelineSelection;
import traceglass.render.picture.Losses;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Shows on a timeline when data was lost, and leads from one such stretch to the next.
final class DataLossMarks {

    /// More than anybody tells apart; a trace may say it for every packet.
    private static final int MOST = 50_000;

    private final AppContext context;
    private final TimelineView view;
    private List<TimeSpan> stretches = List.of();

    DataLossMarks(AppContext context, TimelineView view) {
        this.context = context;
        this.view = view;
        context.sessionProperty().addListener((o, was, is) -> {
            stretches = List.of();
            if (is != null) {
                is.stateProperty().addListener(x -> show(is));
                show(is);
            }
        });
    }

    /// The command goes through the losses of the window's first trace.
    void register(BooleanSupplier shown) {
        if (!context.isFirst()) {
            return;
        }
        context.commands()
                .register(Command.of(
                        "timeline.nextloss",
                        "Timeline",
                        "Go to the next stretch in which data was lost",
                        "warn",
                        "",
                        () -> shown.getAsBoolean() && !stretches.isEmpty(),
                        this::next));
    }

    private void show(TraceSession session) {
        if (session != context.session() || !session.isReady()) {
            return;
        }
        TrackLookup index = session.index();
        TimeSpan bounds = session.bounds();
        session.queries()
                .submit(
                        "data-losses",
                        q -> new Losses(read(q, index, bounds)),
                        losses -> {
                            if (session == context.session()) {
                                stretches = losses.stretches();
                                view.marks().setDataLosses(losses);
                            }
                        },
                        e -> {
                            // The overview says what is wrong with the trace.
                        });
    }

    /// Selects the stretch after the one that is selected, or the first that begins in what is visible or after it.
    private void next() {
        long after = view.selection() instanceof TimelineSelection.Area area && stretches.contains(area.span())
                ? area.span().start() + 1
                : view.viewport().start();
        TimeSpan found =
                stretches.stream().filter(s -> s.start() >= after).findFirst().orElse(stretches.getFirst());
        view.selectArea(found, Set.of());
        view.movement().focusSelection();
    }

    /// What was lost within the trace. What lies outside of it nobody can see.
    static List<DataLoss> read(TraceQueries q, TrackLookup index, TimeSpan bounds) throws java.sql.SQLException {
        List<DataLoss> losses = new ArrayList<>();
        try (Statement s = q.connection().createStatement()) {
            Map<String, Set<String>> byCpu = new HashMap<>();
            try (ResultSet r = s.executeQuery("SELECT ucpu, cpu, coalesce(machine_id, 0) FROM cpu")) {
                while (r.next()) {
                    Set<String> keys = byCpu.computeIfAbsent(r.getLong(3) + "/" + r.getLong(2), k -> new HashSet<>());
                    index.cpu(r.getLong(1)).ifPresent(keys::add);
                }
            }
            Map<String, Set<String>> perf = new HashMap<>();
            try (ResultSet r = s.executeQuery("SELECT id, cpu, coalesce(machine_id, 0), type FROM cpu_counter_track")) {
                while (r.next()) {
                    Map<String, Set<String>> of = "perf_cpu_counter".equals(r.getString(4)) ? perf : byCpu;
                    Set<String> keys = of.computeIfAbsent(r.getLong(3) + "/" + r.getLong(2), k -> new HashSet<>());
                    index.track(r.getLong(1)).ifPresent(keys::add);
                }
            }
            try (ResultSet r = s.executeQuery("""
                SELECT l.ts, l.ts + l.dur, l.source, l.cpu, coalesce(l.machine_id, 0), coalesce(l.lost, 0), l.pid, coalesce(p.name, ''), p.upid,
                  coalesce(l.reason, '')
                FROM data_loss AS l
                LEFT JOIN (SELECT pid, machine_id, arg_max(name, upid) AS name, max(upid) AS upid FROM process GROUP BY pid, machine_id) AS p
                  ON p.pid = l.pid AND p.machine_id IS NOT DISTINCT FROM l.machine_id
                ORDER BY l.dur DESC LIMIT %d\
                """.formatted(MOST))) {
                while (r.next()) {
                    long start = Math.max(bounds.start(), r.getLong(1));
                    long end = Math.min(bounds.end(), r.getLong(2));
                    if (end > start) {
                        losses.add(loss(r, start, end, byCpu, perf, index));
                    }
                }
            }
        }
        return losses;
    }

    private static DataLoss loss(
            ResultSet r,
            long start,
            long end,
            Map<String, Set<String>> byCpu,
            Map<String, Set<String>> perf,
            TrackLookup index)
            throws java.sql.SQLException {
        String source = r.getString(3);
        long cpu = r.getLong(4);
        if (!r.wasNull()) {
            String key = r.getLong(5) + "/" + cpu;
            long count = r.getLong(6);
            String counted = count == 0 ? "" : TimeText.count(count) + " ";
            String what = switch (source) {
                case "perf samples" -> counted + (count == 1 ? "perf sample" : "perf samples") + " of CPU " + cpu;
                case "ring buffer" -> "events of CPU " + cpu + " that the ring buffer gave up for newer ones";
                default -> counted + (count == 1 ? "ftrace event" : "ftrace events") + " of CPU " + cpu;
            };
            return new DataLoss(
                    start,
                    end,
                    false,
                    (source.equals("perf samples") ? perf : byCpu).getOrDefault(key, Set.of()),
                    what);
        }
        long pid = r.getLong(7);
        boolean known = !r.wasNull();
        String name = r.getString(8);
        String reason = r.getString(10);
        long upid = r.getLong(9);
        Set<String> tracks =
                r.wasNull() ? Set.of() : index.process(upid).map(Set::of).orElse(Set.of());
        String what = "packets" + (known ? " of " + (name.isEmpty() ? "process" : name) + " " + pid : "")
                + (source.equals("ring buffer")
                        ? " that the ring buffer gave up for newer ones"
                        : reason.isEmpty() ? "" : " (" + reason + ")");
        return new DataLoss(start, end, !known, tracks, what);
    }
}
