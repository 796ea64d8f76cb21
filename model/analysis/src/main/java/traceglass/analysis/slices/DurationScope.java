package traceglass.analysis.slices;

/// Set of slices of one name that a slice is compared with.
public enum DurationScope {
    TRACK(SliceTexts.THIS_TRACK, SliceTexts.ON_THIS_TRACK),
    PROCESS(SliceTexts.THIS_PROCESS, SliceTexts.IN_THIS_PROCESS),
    TRACE(SliceTexts.WHOLE_TRACE, SliceTexts.IN_WHOLE_TRACE);

    /// Last choice in a window.
    public static final class LastDurationScope {
        public DurationScope scope = TRACK;
    }

    private final String title;
    private final String phrase;

    DurationScope(String title, String phrase) {
        this.title = title;
        this.phrase = phrase;
    }

    public String title() {
        return title;
    }

    public String phrase() {
        return phrase;
    }

    /// Returns a condition over `s`, a row of `slice`.
    ///
    /// @param name name of the slices, or null
    /// @param track track of the compared slice
    public String condition(String name, long track) {
        String named = name == null ? "s.name IS NULL" : "s.name = '" + name.replace("'", "''") + "'";
        return switch (this) {
            case TRACK -> named + " AND s.track_id = " + track;
            case PROCESS -> named + """
                 AND s.track_id IN (
                  WITH owner AS (
                    SELECT upid FROM thread_track AS t JOIN thread USING (utid) WHERE t.id = %d
                    UNION ALL
                    SELECT upid FROM process_track WHERE id = %d
                  )
                  SELECT t.id FROM thread_track AS t JOIN thread USING (utid) JOIN owner USING (upid)
                  UNION ALL
                  SELECT t.id FROM process_track AS t JOIN owner USING (upid)
                )\
                """.formatted(track, track).strip().transform(text -> " " + text);
            case TRACE -> named;
        };
    }
}
