package traceglass.analysis.android;

import java.util.List;
import traceglass.analysis.derived.DerivedSet;
import traceglass.analysis.derived.DerivedTable;

/// Apps that did not respond (ANRs). A row covers the time from the unanswered request to the timeout.
public final class AndroidAnrs {

    public static final DerivedTable ANRS =
            new DerivedTable("derived_android_anrs", AndroidTexts.ANRS, AndroidTexts.ANR, """
                SELECT
                  ts - coalesce(anr_dur_ms, default_anr_dur_ms, 0) * 1000000 AS ts,
                  coalesce(anr_dur_ms, default_anr_dur_ms, 0) * 1000000 AS dur,
                  concat_ws(' ', process_name, pid) || coalesce(': ' || anr_type, '') AS name,
                  process_name AS color,
                  process_name,
                  pid,
                  anr_type,
                  subject,
                  intent,
                  component,
                  anr_dur_ms AS waited_ms,
                  default_anr_dur_ms AS time_limit_ms,
                  timer_delay AS report_delay,
                  error_id,
                  upid
                FROM android_anrs
                """);

    static final DerivedSet SET = new DerivedSet(List.of("android.anrs"), List.of(ANRS));

    private AndroidAnrs() {}
}
