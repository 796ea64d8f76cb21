package traceglass.sql.modules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.session.SyntheticSession;

/// Tests the table `__intrinsic_stdlib_objects`, which lists the definitions in the standard modules.
class ModuleCatalogTest {

    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @Test
    void functionsTablesAndMacrosHaveTheirArgumentsAndColumns() throws Exception {
        assertEquals(
                "\"MODULE\",\"chrome.scroll_jank.utils\",1,\"\",\"[]\",\"[]\"",
                session.rows("SELECT object_type, qualified_name, exposed, return_type, args, cols FROM"
                        + " __intrinsic_stdlib_objects WHERE module = 'chrome.scroll_jank.utils' AND object_type ="
                        + " 'MODULE'"));
        assertEquals(
                "\"TABLE_FUNCTION\",\"chrome.scroll_jank.utils.chrome_select_long_task_slices\",1,\"TABLE\","
                        + "\"[{\"name\":\"name\",\"type\":\"STRING\",\"description\":\"Name.\"}]\",4",
                session.rows("SELECT object_type, qualified_name, exposed, return_type, args, json_array_length(cols)"
                        + " FROM __intrinsic_stdlib_objects WHERE name = 'chrome_select_long_task_slices'"));
        assertEquals(
                "\"VIEW\",31",
                session.rows("SELECT object_type, json_array_length(cols) FROM __intrinsic_stdlib_objects WHERE name ="
                        + " 'linux_perf_spe_record'"));
    }

    /// Perfetto's UI reads these columns and does not accept NULL.
    @Test
    void noColumnIsNull() throws Exception {
        assertEquals(
                "\"wattson\",\"wattson.estimates\",\"wattson.estimates\",\"\",\"\"",
                session.rows("SELECT package, module, name, return_type, return_description FROM"
                        + " __intrinsic_stdlib_objects WHERE module = 'wattson.estimates' AND object_type = 'MODULE'"));
        assertEquals(
                "0",
                session.rows(
                        "SELECT count(*) FROM __intrinsic_stdlib_objects WHERE package IS NULL OR module IS NULL OR"
                                + " name IS NULL OR qualified_name IS NULL OR object_type IS NULL OR description IS NULL OR"
                                + " return_type IS NULL OR return_description IS NULL OR args IS NULL OR cols IS NULL"));
    }

    @Test
    void typesOfTheParametersOfMacrosAreSpelledAsWritten() throws Exception {
        assertEquals(
                "\"TableOrSubquery\",\"[{\"name\":\"tables\",\"type\":\"TableOrSubqueryList\",\"description\":\"\"},"
                        + "{\"name\":\"partitions\",\"type\":\"ColumnNameList\",\"description\":\"\"}]\"",
                session.rows("SELECT return_type, args FROM __intrinsic_stdlib_objects WHERE name ="
                        + " '_interval_intersect'"));
    }

    @Test
    void commentsDescribeArgumentsColumnsAndResults() throws Exception {
        assertEquals(
                "\"A duration with one decimal, in the largest unit that makes it at least 1.\",\"For example"
                        + " `2.9ms`.\",\"Nanoseconds.\"",
                session.rows("SELECT o.description, return_description, args ->> '$[0].description' FROM"
                        + " __intrinsic_stdlib_objects AS o WHERE qualified_name = 'export.to_svg._format_duration'"));
        assertEquals(
                "\"Duration in nanoseconds; -1 if it had not ended when the trace ended.\"",
                session.rows("SELECT cols ->> '$[1].description' FROM __intrinsic_stdlib_objects WHERE name ="
                        + " 'linux_irqs'"));
    }

    @Test
    void allPublicObjectsAreDescribed() throws Exception {
        assertEquals(
                "",
                session.rows("SELECT qualified_name FROM __intrinsic_stdlib_objects WHERE exposed AND description ="
                        + " ''"));
    }

    @Test
    void theFirstSentenceOfTheCommentIsTheShortDescription() throws Exception {
        assertEquals(
                "\"chrome\",\"Returns whether a frame took at least half a frame more than its neighbor in the same"
                        + " gesture.\",0,\"BOOL\"",
                session.rows("SELECT package, short_description, exposed, return_type FROM __intrinsic_stdlib_objects"
                        + " WHERE name = '_is_janky_frame'"));
        assertEquals(
                1,
                session.rows("SELECT summary FROM __intrinsic_stdlib_objects WHERE name = '_is_janky_frame'")
                                .split("Kind: internal FUNCTION\nArguments:\n  cur_gesture_id", -1)
                                .length
                        - 1);
    }
}
