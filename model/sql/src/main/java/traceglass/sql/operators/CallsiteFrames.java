package traceglass.sql.operators;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All callsites of a trace as one tree of functions: callsites that differ only in the position within a function
/// are one frame, and a callsite with inlined functions is one frame for each.
final class CallsiteFrames {

    private final List<ExperimentalFlamegraph.Frame> frames = new ArrayList<>();
    private final Map<Key, Integer> indexes = new HashMap<>();
    private final List<Integer> innermostFrames = new ArrayList<>();

    private record Key(String name, String mapping, int parent) {}

    private record Symbol(String name, String file, Long line) {}

    private record Code(String name, String mapping, Long symbolSet) {}

    /// @param ts assigned to all frames
    CallsiteFrames(Connection connection, long ts) throws SQLException {
        Map<Long, List<Symbol>> symbols = new HashMap<>();
        Map<Long, Code> code = new HashMap<>();
        try (Statement s = connection.createStatement()) {
            try (ResultSet r = s.executeQuery(
                    "SELECT symbol_set_id, name, source_file, line_number FROM stack_profile_symbol ORDER BY id"
                            + " DESC")) {
                while (r.next()) {
                    symbols.computeIfAbsent(r.getLong(1), k -> new ArrayList<>())
                            .add(new Symbol(
                                    r.getString(2),
                                    r.getString(3),
                                    r.getObject(4) == null ? null : (Long) r.getLong(4)));
                }
            }
            try (ResultSet r =
                    s.executeQuery("SELECT f.id, coalesce(f.deobfuscated_name, f.name), m.name, f.symbol_set_id FROM"
                            + " stack_profile_frame AS f JOIN stack_profile_mapping AS m ON m.id = f.mapping")) {
                while (r.next()) {
                    code.put(
                            r.getLong(1),
                            new Code(
                                    r.getString(2),
                                    r.getString(3),
                                    r.getObject(4) == null ? null : (Long) r.getLong(4)));
                }
            }
            try (ResultSet r = s.executeQuery("SELECT parent_id, frame_id FROM stack_profile_callsite ORDER BY id")) {
                while (r.next()) {
                    int parent = r.getObject(1) == null ? -1 : innermostFrames.get(r.getInt(1));
                    Code c = code.get(r.getLong(2));
                    List<Symbol> inlined = c.symbolSet == null
                            ? List.of(new Symbol(c.name, null, null))
                            : symbols.getOrDefault(c.symbolSet, List.of(new Symbol(c.name, null, null)));
                    for (Symbol symbol : inlined) {
                        parent = frame(parent, c.mapping, symbol, ts);
                    }
                    innermostFrames.add(parent);
                }
            }
        }
    }

    private int frame(int parent, String mapping, Symbol symbol, long ts) {
        Key key = new Key(symbol.name, mapping, parent);
        Integer index = indexes.get(key);
        if (index != null) {
            return index;
        }
        ExperimentalFlamegraph.Frame f = new ExperimentalFlamegraph.Frame();
        f.parent = parent;
        f.depth = parent < 0 ? 0 : frames.get(parent).depth + 1;
        f.name = symbol.name;
        f.mapping = mapping;
        f.file = symbol.file;
        f.line = symbol.line;
        f.ts = ts;
        indexes.put(key, frames.size());
        frames.add(f);
        return frames.size() - 1;
    }

    /// Returns the frames, parents before children.
    List<ExperimentalFlamegraph.Frame> frames() {
        return frames;
    }

    /// Returns the innermost frame of a callsite.
    ExperimentalFlamegraph.Frame of(int callsite) {
        return frames.get(innermostFrames.get(callsite));
    }
}
