package traceglass.sql.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.session.SyntheticSession;

/// Tests statements of SQLite that create and change tables.
class ChangedRowsTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @BeforeEach
    void createTables() throws Exception {
        session.print("create table a(x int, y int); create table b(x int, z int); create table c(w int);"
                + " create table keyed(k integer unique, v int); insert into a values (1, 2), (3, 4);"
                + " insert into b values (1, 7); insert into c values (5); insert into keyed values (1, 1)");
    }

    @Test
    void autoincrementIsAccepted() throws Exception {
        assertEquals(
                "1,\"a\"\n2,\"b\"",
                session.rows("create table notes(id integer primary key autoincrement, text text not null);"
                        + " insert into notes(text) values ('a'), ('b'); select * from notes"));
    }

    @Test
    void updateFromJoinsWithoutACondition() throws Exception {
        assertEquals("1,7\n3,4", session.rows("update a set y = b.z from b join c where a.x = b.x; select * from a"));
        assertEquals(
                "1,0\n3,4", session.rows("update a set y = 0 from b, c join b as d where a.x = b.x; select * from a"));
    }

    @Test
    void deleteUsingJoinsWithoutACondition() throws Exception {
        assertEquals("3,4", session.rows("delete from a using b join c where a.x = b.x; select * from a"));
    }

    @Test
    void aTableFromAQueryNamesItsColumns() throws Exception {
        assertEquals("5", session.rows("create table if not exists q(x) as select 5; select x from q"));
        assertEquals("5,6", session.rows("create table r(x, y) as select 5, 6; select x, y from r"));
    }

    @Test
    void replaceIntoReturnsRows() throws Exception {
        assertEquals("9", session.rows("replace into keyed values (1, 9) returning v"));
        assertEquals("1,9", session.rows("select * from keyed"));
        assertEquals(
                "1,8",
                session.rows("with n as (select 8 as v) replace into keyed select 1, v from n; select * from keyed"));
    }

    @Test
    void aJoinWithoutAConditionMayPrecedeOnConflict() throws Exception {
        assertEquals(
                "1,4",
                session.rows("insert into keyed select b.x, 3 from b join c on conflict (k) do update set v = 4;"
                        + " select * from keyed"));
        assertEquals(
                "1,4",
                session.rows("insert into keyed select b.x, 3 from b join c on conflict do nothing;"
                        + " select * from keyed"));
    }

    @Test
    void valuesAreConvertedInChangesAfterWith() throws Exception {
        session.print("create table texts(s text, n int); insert into texts values ('5', 1), ('7 days', 2)");
        assertEquals(
                "4",
                session.rows("with q as (select '3 apples' as s) insert into keyed select 9, s + 1 from q;"
                        + " select v from keyed where k = 9"));
        assertEquals(
                "1\n8",
                session.rows("with q as (select '6x' as t) update texts set n = s + 1 from q where s > t and s + 0 > 5;"
                        + " select n from texts"));
        assertEquals(
                "\"7 days\"",
                session.rows("with q as (select 5 as n) delete from texts where s + 0 in (select n from q);"
                        + " select s from texts"));
    }

    @Test
    void valuesAreConvertedOnConflict() throws Exception {
        assertEquals(
                "12",
                session.rows("create table named(k int unique, n text, v int); insert into named values (1, '3x', 0);"
                        + " insert into named values (1, '9y', 0) on conflict (k) do update set v = n + excluded.n"
                        + " where n + 0 = 3; select v from named"));
    }

    @Test
    void columnsOfReturningAreNamedAsWritten() throws Exception {
        session.print("create table texts(s text, n int); insert into texts values ('5', 1)");
        assertEquals(
                "\"v||1.5\",\"k = '1'\"\n\"21.5\",1",
                session.print(
                                "insert into keyed values (1, 2) on conflict do update set v = 2 returning v||1.5, k = '1'")
                        .strip());
        assertEquals(
                "\"n + '2x'\",\"s\"\n3,\"5\"",
                session.print("update texts set n = 1 returning n + '2x', s").strip());
        assertEquals(
                "\"-n\"\n-1", session.print("delete from texts returning -n").strip());
    }
}
