package traceglass.analysis.objects;

import java.util.List;
import traceglass.analysis.derived.DerivedSet;
import traceglass.analysis.derived.DerivedTable;

/// Objects that a program traces (phases `N O D` of Chrome's events): the time for which each of them exists, and
/// snapshots of their state, which are in the arguments. Screenshots have a separate track.
final class TracedObjects {

    /// Events with their phase, name and id. Ids are unique only within a process.
    private static final String EVENTS = """
        WITH events AS (
          SELECT
            r.id AS event,
            r.ts,
            r.arg_set_id,
            t.upid,
            max(CASE WHEN a.key = 'legacy_event.phase' THEN a.string_value END) AS phase,
            max(CASE WHEN a.key = 'legacy_event.name' THEN a.string_value END) AS name,
            max(CASE WHEN a.key = 'legacy_event.category' THEN a.string_value END) AS category,
            max(CASE
              WHEN a.key IN ('legacy_event.unscoped_id', 'legacy_event.local_id', 'legacy_event.global_id')
              THEN coalesce(a.string_value, printf('0x%x', a.int_value))
            END) AS object
          FROM __intrinsic_chrome_raw AS r
          JOIN args AS a USING (arg_set_id)
          LEFT JOIN thread AS t USING (utid)
          GROUP BY r.id, r.ts, r.arg_set_id, t.upid
        ),
        objects AS (
          SELECT
            *,
            sum(phase = 'N') OVER (PARTITION BY upid, name, object ORDER BY ts, event) AS life
          FROM events
          WHERE phase IN ('N', 'O', 'D') AND name IS NOT NULL AND name != 'Screenshot'
        )
        """;

    static final DerivedTable OBJECTS =
            new DerivedTable("derived_objects", ObjectTexts.OBJECTS, ObjectTexts.OBJECT, EVENTS + """
                SELECT
                  min(ts) AS ts,
                  coalesce(max(CASE WHEN phase = 'D' THEN ts END) - min(ts), -1) AS dur,
                  name || coalesce(' ' || object, '') AS name,
                  name AS color,
                  max(category) AS category,
                  sum(phase = 'O') AS snapshots,
                  upid
                FROM objects
                GROUP BY upid, name, object, life
                """);

    static final DerivedTable SNAPSHOTS =
            new DerivedTable("derived_object_snapshots", ObjectTexts.SNAPSHOTS, ObjectTexts.SNAPSHOT, EVENTS + """
                SELECT
                  ts,
                  0 AS dur,
                  name || coalesce(' ' || object, '') AS name,
                  name AS color,
                  category,
                  upid,
                  arg_set_id
                FROM objects
                WHERE phase = 'O'
                """);

    static final DerivedSet SET = new DerivedSet(List.of(), List.of(OBJECTS, SNAPSHOTS));

    private TracedObjects() {}
}
