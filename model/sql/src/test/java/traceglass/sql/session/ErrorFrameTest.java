package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlLocation;
import traceglass.sql.result.SqlProblem;

/// Tests errors that are shown with their line, in scripts, macros and modules.
class ErrorFrameTest {
    private final ModuleLibrary library = new ModuleLibrary();

    @AutoClose
    private final SyntheticSession session = new SyntheticSession(SqlPolicy.TRACE_ONLY, library);

    private SqlProblem problem(String sql) {
        return assertThrows(SqlProblem.class, () -> session.print(sql), sql);
    }

    @Test
    void pointsAtTheWordInTheLine() {
        assertEquals("""
            line 4, column 3: no such column: dure. Did you mean dur?
              4 |   dure
                |   ^^^^""", problem("SELECT 1;\n\nSELECT ts,\n  dure\nFROM slice").explain());
        assertEquals("""
            line 1, column 8: string is not closed: ' is missing
              1 | SELECT 'abc
                |        ^""", problem("SELECT 'abc").explain());
    }

    @Test
    void pointsAfterTheLastWord() {
        assertEquals("""
            line 1, column 22: syntax error at the end of the statement: expected ON
              1 | DROP PERFETTO INDEX x
                |                      ^""", problem("DROP PERFETTO INDEX x ").explain());
    }

    @Test
    void showsMacrosAndTheirCalls() throws Exception {
        session.print("CREATE PERFETTO MACRO inner_one(t Expr) RETURNS Expr AS ($t + nope)");
        assertEquals("""
            line 2, column 8: no such column: nope
              in macro inner_one!:
              1 | CREATE PERFETTO MACRO inner_one(t Expr) RETURNS Expr AS ($t + nope)
                |                                                               ^^^^
              called in macro outer_one!:
              1 | CREATE PERFETTO MACRO outer_one(t Expr) RETURNS Expr AS (inner_one!($t) * 2);
                |                                                          ^^^^^^^^^
              called here:
              2 | SELECT outer_one!(dur) FROM slice
                |        ^^^^^^^^^""", problem("""
            CREATE PERFETTO MACRO outer_one(t Expr) RETURNS Expr AS (inner_one!($t) * 2);
            SELECT outer_one!(dur) FROM slice""").explain());
    }

    @Test
    void pointsAtAnArgumentOfAMacroInTheCall() throws Exception {
        session.print("CREATE PERFETTO MACRO twice(t Expr) RETURNS Expr AS ($t * 2)");
        SqlProblem problem = problem("SELECT twice!(nix) FROM slice");
        assertEquals(15, problem.column());
        assertEquals(1, problem.locations().size());
    }

    @Test
    void showsTheChainOfIncludes() {
        library.add("my.outer", "-- first\nINCLUDE PERFETTO MODULE my.inner;");
        library.add("my.inner", "\n\nCREATE PERFETTO TABLE t AS\nSELECT * FROM slicee;");
        SqlProblem problem = problem("SELECT 1;\nINCLUDE PERFETTO MODULE my.outer");
        assertEquals("""
            line 2, column 25: module my.inner, line 4: no such table: slicee. Did you mean slice?
              in module my.inner:
              4 | SELECT * FROM slicee;
                |               ^^^^^^
              included in module my.outer:
              2 | INCLUDE PERFETTO MODULE my.inner;
                |                         ^^^^^^^^
              included here:
              2 | INCLUDE PERFETTO MODULE my.outer
                |                         ^^^^^^^^""", problem.explain());
        assertEquals(1, problem.statement());
    }

    @Test
    void showsTheModuleOfAMacro() {
        library.add("my.macros", "CREATE PERFETTO MACRO bad(t Expr) RETURNS Expr AS\n  ($t + nope);");
        assertEquals(
                """
            line 2, column 8: no such column: nope
              in macro bad! of module my.macros:
              2 |   ($t + nope);
                |         ^^^^
              called here:
              2 | SELECT bad!(dur) FROM slice
                |        ^^^""",
                problem("INCLUDE PERFETTO MODULE my.macros;\nSELECT bad!(dur) FROM slice")
                        .explain());
    }

    @Test
    void clipsLongLines() {
        SqlLocation place = SqlLocation.of("", "x".repeat(300) + " word " + "y".repeat(300), 301, 4);
        String[] lines = place.withPointer().split("\n");
        assertTrue(lines[0].length() < 130, lines[0]);
        assertEquals("word", lines[0].substring(lines[1].indexOf('^'), lines[1].lastIndexOf('^') + 1));
        assertEquals("1 | a b\n  |   ^", SqlLocation.of("", "a\tb", 2, 1).withPointer());
        assertEquals("1 | é😀b\n  |   ^", SqlLocation.of("", "é😀b", 3, 1).withPointer());
    }
}
