package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;

/// Tests functions and casts with the values of SQLite 3.50 instead of DuckDB's.
class SqliteValuesTest {
    private SyntheticSession session;

    @BeforeEach
    void open() throws Exception {
        session = new SyntheticSession();
        session.print(
                "create table t(a int, b text, c real); insert into t values (1, 'x', 1.5), (3, null, null), (null,"
                        + " '7z', 3.0)");
    }

    @AfterEach
    void close() throws Exception {
        session.close();
    }

    private void check(String expected, String sql) throws SqlProblem {
        assertEquals(expected, session.rows(sql).replace('\n', ' '));
    }

    @Test
    void printfAcceptsAnyValueForAnyConversion() throws Exception {
        check("\"1: x\" \"3: \" \"0: 7z\"", "select printf('%d: %s', a, b) from t");
        check(
                "\"12\",\"3\",\"1.500000\",\"0 \",\"a|\",\"1\"",
                "select printf('%d', '12abc'), printf('%d', 3.7), printf('%f', '1.5x'), printf('%d %s'), "
                        + "printf('%s|%s', 'a'), format('%s', 1 = 1)");
        check("\"no letters\",\"[NULL]\",\"4\"", "select printf('no letters'), printf(null), printf('%' || 'd', 4)");
    }

    @Test
    void printfSupportsTheFlagsAndConversionsOfSqlite() throws Exception {
        check(
                "\"a\",\"it''s\",\"'it''s'\",\"NULL\",\"a\"\"b\"",
                "select printf('%c', 'abc'), printf('%q', 'it''s'), printf('%Q', 'it''s'), printf('%Q', null), "
                        + "printf('%w', 'a\"b')");
        check(
                "\"    3\",\"00005|+5|5    |\",\"1,234,567\",\"0xff|FF|10\",\"18446744073709551615\"",
                "select printf('%*d', 5, 3), printf('%05d|%+d|%-5d|', 5, 5, 5), printf('%,d', 1234567),"
                        + " printf('%#x|%X|%o', 255, 255, 8), printf('%u', -1)");
        check(
                "\"3.14\",\"3\",\"1.234568e+04\",\"12345.7|1e-05|1e+10\",\"  99.5%\"",
                "select printf('%.2f', 3.14159), printf('%.0f', 2.5), printf('%e', 12345.678), printf('%g|%g|%g',"
                        + " 12345.678, 1e-5, 1e10), printf('%6.1f%%', 99.54)");
        check(
                "\"1.0e+15|0.1|100.0\",\"     abc|abc  |ab\"",
                "select printf('%s|%s|%s', 1e15, 0.1, 100.0), printf('%8s|%-5s|%.2s', 'abc', 'abc', 'abc')");
    }

    @Test
    void roundReturnsADouble() throws Exception {
        check(
                "5.000000,5.000000,-3.000000,2.300000,123.000000,\"real\",2.700000",
                "select round(5), round(5, 2), round(-2.5), round(2.345, 1), round(123.456, -1), "
                        + "typeof(round(5)), round('2.7', 1)");
        check("4.000000", "select round(sum(a)) from t");
        check("2.300000,2.000000,3.000000", "select round(avg(c), 1), round(avg(a)), round(max(a), 2) from t");
    }

    @Test
    void textIsCastToItsLeadingNumber() throws Exception {
        check("0.000000 \"[NULL]\" 7.000000", "select cast(b as real) from t");
        check(
                "\"1\",\"0.333333333333333\",\"1.0e-05\",\"5.0\"",
                "select cast(1 = 1 as text), cast(1 / 3.0 as text), cast(1e-5 as text), cast(5.0 as text)");
        check(
                "4.000000,3.000000,\"4\",\"4.5\"",
                "select cast(sum(a) as real), cast(count(*) as double), cast(sum(a) as text), cast(sum(c) as text)"
                        + " from t");
        check("\"3 2.3\"", "select printf('%d %.1f', count(*), avg(c)) from t");
        check("\"323535\",\"\",\"0AFF\"", "select hex(255), hex(null), hex(x'0aff')");
    }

    @Test
    void aNumericCastKeepsNumbersAndReadsText() throws Exception {
        check(
                "12,1.500000,12,0,1000,1000000000000000000.000000,-7,\"[NULL]\"",
                "select cast('12' as numeric), cast('1.5x' as decimal), cast('12.0' as numeric), cast('x' as numeric),"
                        + " cast('1e3' as numeric), cast('1e18' as numeric), cast(('-7') as dec), cast(null as numeric)");
        check(
                "9223372036854775807,9223372036854775808.000000,\"1.2345678\"",
                "select cast(9223372036854775807 as numeric), cast('9223372036854775808' as numeric),"
                        + " printf('%s', cast(1.2345678 as decimal))");
        check(
                "1,\"integer\",2,\"real\"",
                "select cast(2 > 1 as numeric), typeof(cast(2 as numeric)), "
                        + "cast('1' as numeric) + 1, typeof(cast(2.0 as numeric))");
        check(
                "1,0.000000,1.500000 3,\"[NULL]\",\"[NULL]\" \"[NULL]\",7.000000,3.000000",
                "select cast(a as numeric), cast(b as numeric), cast(c as numeric) from t");
        check("\"7z\"", "select b from t where cast(b as numeric) = '7.0'");
        check("1.235000", "select cast(1.2345678 as decimal(10, 3))");
    }

    @Test
    void aBlobIsGreaterThanAllOtherValues() throws Exception {
        check(
                "0,1,0,0,1,1,0",
                "select x'61' = 'a', x'61' <> 'a', x'61' is 'a', x'61' < 'a', 'b' < x'61', x'00' > 7, 7 = x'37'");
        session.print("create table blobs(id int, d blob); insert into blobs values (1, x'61'), (2, null), (3, x'7a')");
        check(
                "0,0,1 \"[NULL]\",\"[NULL]\",\"[NULL]\" 0,0,0",
                "select d = 'a', d in ('a', 'z'), d in ('z', x'61', 1) from blobs order by id");
        check(
                "2,0 2,0 2,0",
                "select case d when 'a' then 1 else 2 end, d in (select b from t where b is not null) is true from blobs");
        check("0,1,0", "select 'a' in (x'61'), 'a' in (x'61', 'a'), x'61' between 'a' and 'z'");
        check("1", "select count(*) from blobs where d = x'61'");
    }

    @Test
    void valuesOfDifferentTypesEqualNoElementOfAList() throws Exception {
        check("0,0,0,1", "select x'01' in ('a'), char(1) in (5), char(1) in (x'01'), char(1) in (5, char(1))");
    }

    @Test
    void aNumberInTextMayBeTooLarge() throws Exception {
        check("inf,-inf", "select '1e400' + 0, cast('-1e400' as numeric)");
    }

    @Test
    void aCaseKeepsTheTypeOfEachResult() throws Exception {
        check("\"small\" 3 \"small\"", "select case when a > 2 then a else 'small' end from t");
        check("1 3 \"7z\"", "select case when a is null then b else a end from t");
        check("1 \"big\" \"[NULL]\"", "select iif(a > 2, 'big', a) from t");
        check(
                "\"1\",1 \"x\",1 \"none\",1",
                "select case when a = 1 then '1' when a = 3 then 'x' else 'none' end, case when a then 1 else 1 end"
                        + " from t");
    }

    @Test
    void textFunctionsAcceptNumbers() throws Exception {
        check(
                "\"12x45\",3,\"e\",\"1\"",
                "select replace(12345, 3, 'x'), instr(12345, 34), substr('hello', 2.7, 1), trim(1)");
    }

    @Test
    void signsMayDirectlyFollowOperators() throws Exception {
        check("1,-14,-3,1,5", "select 7%-3, 7*-2, 7/-2, 1>-1, -(-5)");
    }

    @Test
    void logarithmsOutsideTheirDomainAreNull() throws Exception {
        check(
                "2.000000,3.000000,3.000000,4.000000,\"[NULL]\",\"[NULL]\",\"[NULL]\"",
                "select log(100), log(2, 8), log10(1000), log2(16), log(0), log2(-1), log(1, 5)");
    }

    @Test
    void logarithmsAndRootsAcceptNumbersAsText() throws Exception {
        check(
                "2.000000,3.000000,1.000000,3.000000,2.000000",
                "select sqrt('4'), log2('8'), log('10'), log('2', 8), log10('100')");
        check("1,1", "select ln('5') = ln(5), exp('1') = exp(1)");
        check("\"[NULL]\",\"[NULL]\",\"[NULL]\",\"[NULL]\"", "select ln('a'), sqrt('a'), exp('a'), log10('a')");
    }

    @Test
    void mathematicalFunctionsAcceptAggregates() throws Exception {
        check("3,4,2.000000,2.000000", "select ceil(max(a)), floor(sum(a)), floor(avg(c)), trunc(avg(c)) from t");
        check("\"[NULL]\",\"[NULL]\"", "select ln(min(a) - 1), sqrt(min(-a)) from t");
    }

    @Test
    void likeCanBeCalledAndGlobHasNegatedSets() throws Exception {
        check("1,0,1", "select like('A%', 'abc'), like('a!%', 'abc', '!'), like('a!%', 'a%', '!')");
        check("0,1,0", "select 'abc' glob '[^a]*', 'xbc' glob '[^a]*', 'abc' not glob '[^b]*'");
    }

    @Test
    void anEmptyListContainsNothing() throws Exception {
        check("3", "select count(*) from t where a not in () or b in ()");
        check("0", "select count(*) from t where b in ()");
    }

    @Test
    void jsonHasTheTypesOfSqlite() throws Exception {
        check(
                "\"integer\",\"real\",\"text\",\"true\",\"null\",\"array\",\"object\",\"[NULL]\"",
                "select json_type('1'), json_type('{\"a\":1.5}', '$.a'), json_type('\"x\"'), json_type('true'),"
                        + " json_type('null'), json_type('[1]'), json_type('{}'), json_type('{}', '$.a')");
        check("\"\"a\"\",\"1\",97,\"[NULL]\"", "select json_quote('a'), json_quote(1), unicode('abc'), unicode('')");
    }

    @Test
    void editsJsonAtPaths() throws Exception {
        assertJson("{\"a\":1,\"b\":2}", "json_set('{\"a\": 1}', '$.b', 2)");
        assertJson(
                "{\"a\":{\"x\":\"it\"},\"n\":null,\"t\":1}",
                "json_set('{}', '$.a.x', 'it', '$.n', null, '$.t', 1 = 1)");
        assertJson("{\"a\":1,\"c\":[1,2.5]}", "json_insert('{\"a\":1}', '$.a', 2, '$.c', json_array(1, 2.5))");
        assertJson("{\"a\":\"q\"}", "json_replace('{\"a\":1}', '$.a', 'q', '$.b', 2)");
        assertJson("[1,3,4]", "json_remove('[1,2,3,4]', '$[1]')");
        assertJson("[1,2,9,5]", "json_set('[1,2,3]', '$[#-1]', 9, '$[#]', 5)");
        assertJson("{\"b c\":[]}", "json_remove('{\"a\":1, \"b c\":[{\"d\":1}]}', '$.a', '$.\"b c\"[0]')");
        assertJson("{\"a\":1,\"b\":2}", "json_patch('{\"a\":1,\"x\":5}', '{\"b\":2,\"x\":null}')");
        check("\"[NULL]\",\"[NULL]\"", "select json_set(null, '$.a', 1), json_remove('{}', '$')");
        assertThrows(SqlProblem.class, () -> session.rows("select json_set('{', '$.a', 1)"));
    }

    @Test
    void aJsonValueKeepsItsTypeInAResult() throws Exception {
        check(
                "\"x\",1,1.500000,1,\"[NULL]\",20,\"[1,2]\"",
                "select '{\"a\":{\"b\":[1,{\"c\":\"x\"}]}}' ->> '$.a.b[1].c', '{\"a\":1}' ->> 'a', '{\"a\":1.5}' ->>"
                        + " '$.a', '{\"a\":true}' ->> '$.a', '{\"a\":null}' ->> '$.a', '[10,20]' ->> 1,"
                        + " json_extract('{\"a\":[1,2]}', '$.a')");
        check(
                "\"1\",\"\"x\"\",\"[5,\"x\",null]\"",
                "select '{\"a\":1}' -> 'a', '{\"a\":\"x\"}' -> 'a', json_extract('{\"a\":5,\"b\":\"x\"}', '$.a',"
                        + " '$.b', '$.c')");
        String rows = " from (select '{\"a\":16}' as j union all select '{\"a\":5}' union all select '{\"a\":\"x\"}')";
        check("5 16 \"x\"", "select j ->> '$.a' as v" + rows + " order by v");
        check("5,1 16,1 \"x\",1", "select json_extract(j, '$.a') as v, count(*)" + rows + " group by v order by 1");
    }

    @Test
    void aJsonValueIsTextOrNumberInAnExpression() throws Exception {
        check(
                "1,1,1,1,\"v=5;\"",
                "select '{\"a\":1}' ->> 'a' + 1 = 2, '{\"a\":5}' ->> '$.a' > 3, json_extract('{\"a\":\"x\"}', '$.a') ="
                        + " 'x', json_extract('{\"a\":true}', '$.a') = 1, 'v=' || (('{\"a\":5}') ->> 'a') || ';'");
        check(
                "\"X\",3,1",
                "select upper(json_extract('{\"a\":\"x\"}', '$.a')), length(json_extract('{\"a\":\"xyz\"}', '$.a')),"
                        + " json_extract('{\"a\":\"x\"}', '$.a') in ('x', 'y')");
        check("\"b\"", "select value from json_each('[\"a\",\"b\"]') where value = 'b'");
        check("\"a=1\" \"b=x\"", "select key || '=' || value from json_each('{\"a\":1,\"b\":\"x\"}')");
        check("\"[1,2]\"", "select '{\"a\":{\"b\":{\"c\":[1,2]}}}' -> 'a' -> 'b' ->> 'c'");
    }

    @Test
    void valuesOfSeveralTypesKeepTheirType() throws Exception {
        check("3,\"a\" \"\",10", "select * from (values (3, 'a'), ('', 10)) order by 1");
        check(
                "\"a\",1 \"b\",\"two\" \"c\",2.500000",
                "with v(k, x) as (values ('a', 1), ('b', 'two'), ('c', 2.5)) select k, x from v order by k");
    }

    @Test
    void distinctConcatenationKeepsTheRowOrder() throws Exception {
        check(
                "\"zz,b,a\"",
                "select group_concat(distinct x) from (select column1 as x from (values ('zz'), ('b'), (null), ('zz'),"
                        + " ('a')))");
        check("3", "select count(*) from t having group_concat(distinct b) is not null");
    }

    @Test
    void comparesNumbersWithTextAsText() throws Exception {
        check("2,2", "select (select count(*) from t where 7 != b), (select count(*) from t where b != 7)");
    }

    private void assertJson(String expected, String expression) throws SqlProblem {
        check('"' + expected + '"', "select " + expression);
    }

    @Test
    void mathematicalFunctionsAreNullOutsideTheirDomain() throws Exception {
        check(
                "\"[NULL]\",\"[NULL]\",\"[NULL]\",\"[NULL]\",8.000000",
                "select acos(2), acosh(0.5), atanh(7), pow(-8, 0.5), power(2, 3)");
        check(
                "\"[NULL]\",\"[NULL]\",\"[NULL]\",0.785398",
                "select sin('asd'), sign('x'), atan2('a', 1), atan2(1, '1')");
        check(
                "-2.000000,\"[NULL]\",3.000000,1.500000,-1,5,2.000000",
                "select mod(-5, 3), mod(5, 0), mod('7', 4), mod(5.5, 2), sign(-2.5), trunc(5), trunc(2.5)");
    }

    @Test
    void ifMayHaveSeveralConditions() throws Exception {
        check(
                "2,3,5,7,\"[NULL]\"",
                "select if(1, 2, 3), iif(0, 1, 2, 3), iif(0, 1, 1, 5, 7), iif(0, 1, 0, 5, 7), if(0, 2)");
    }

    @Test
    void functionsOfTextAcceptNumbers() throws Exception {
        check(
                "\"13\",1,0,1,5,\"[NULL]\",1.000000,16",
                "select str_split(1213, 2, 1), like(1, 1), glob(1, 11), regexp(1, 21), null_if_empty(5), null_if_empty(''),"
                        + " total('1'), unhex(10)");
    }

    @Test
    void unhexWithTwoArgumentsReturnsBytes() throws Exception {
        check(
                "\"0A0B\",\"[NULL]\",255,4",
                "select hex(unhex('0A-0b', '-')), unhex('zz', ''), unhex('\t 0Xff \n') as spaced, length(randomblob(4))");
    }

    @Test
    void binaryJsonIsText() throws Exception {
        check(
                "5,\"{\"a\":7}\",\"[1,\"x\"]\",1,0",
                "select jsonb_extract('{\"a\":5}', '$.a'), jsonb_set('{\"a\":5}', '$.a', 7), jsonb_array(1, 'x'),"
                        + " json_valid('{}', 1), json_valid('{')");
    }

    @Test
    void castsBeyond64BitsAreTheLargestOrSmallestInteger() throws Exception {
        check(
                "9223372036854775807,-9223372036854775808,9223372036854775807,-9223372036854775808",
                "select cast(1e20 as int), cast(-9.3e18 as integer), cast('9223372036854775808' as int),"
                        + " cast('-99999999999999999999' as int)");
        check(
                "9223372036854775807,-9223372036854775808",
                "select cast('" + "9".repeat(50) + "' as int), cast('-" + "1".repeat(39) + "x' as int)");
        check("\"[NULL]\",1,3,5", "select cast(null as int), cast(1.9 as int), cast('3x' as int), cast(x'35' as int)");
        check("1 2", "select cast(avg(c) over (order by c) as int) from t where c is not null");
        check("1,9223372036854775807 3,9223372036854775807", "select a, cast(a * 1e19 as int) from t where a > 0");
    }

    @Test
    void theRemainderOfADivisionByMinusOneIsZero() throws Exception {
        session.print(
                "create table least(a int, b int); insert into least values (-9223372036854775807 - 1, -1), (7, -3)");
        check("0,0 1,0", "select a % b, a % -1 from least");
        check("0,-2", "select -9223372036854775808 % -1, -5 % 3");
        check("\"[NULL]\",\"[NULL]\"", "select a % 0, a % null from least limit 1");
    }

    @Test
    void integersBeyond64BitsAreDoubles() throws Exception {
        check(
                "\"real\",\"integer\",\"integer\",\"real\"",
                "select typeof(9223372036854775808), typeof(9223372036854775807), typeof(-9223372036854775808),"
                        + " typeof(123456789012345678901234567890)");
        check(
                "\"real\",\"real\",\"integer\",1",
                "select typeof(5 - 9223372036854775808), typeof(a - 9223372036854775808), typeof(-9223372036854775808),"
                        + " a between -9223372036854775808 and 1 from t where a = 1");
        check(
                "\"18446744073709551615\"",
                "select cast(cast(-1 as hugeint) + 18446744073709551616::hugeint as varchar)");
        check("1,1", "select 99999999999999999999 > 1, a from t where a < 18446744073709551616 and a < 2");
    }

    @Test
    void keysOfJsonArraysAreIntegers() throws Exception {
        check(
                "0,\"integer\",10 1,\"integer\",20",
                "select key, typeof(key), value from json_each('[10,20]') order by key");
        check("\"a\",\"text\" \"b]\",\"text\"", "select j.key, typeof(j.key) from json_each('{\"a\":1,\"b]\":2}') j");
        check("\"[NULL]\" \"b\" 0", "select key from json_tree('{\"b\":[1]}')");
        check("1", "select value from json_each('[1,2]') where key = 0");
        check(
                "11,66,\"b\"",
                "select max(key), sum(key), (select max(key) from json_each('{\"a\":1,\"b\":2}')) from"
                        + " json_each('[0,1,2,3,4,5,6,7,8,9,10,11]')");
        check("\"a\" \"1\"", "select key from json_each('{\"a\":1,\"1\":2}') where key <> 1 and key > 5");
        check("", "select key from json_each('{\"a\":1,\"1\":2}') where key = 1 or key in (0, 1) or key < 2");
        check("\"[NULL]\" \"b\"", "select key from json_tree('{\"b\":[1,2]}') where key is not 0 and key is not 1");
        check(
                "0,\"integer\",5,8",
                "select key, typeof(key), j.value, k.value from json_each('[5,6]') j join json_each('[8]') k using (key)"
                        + " where key < 7");
        check("0 -1", "select -key from json_each('[1,2]')");
        check("2,2", "select value, key + 1 from json_each('[1,2]') where key in (1, 5)");
        check("\"0:1\"", "select key || ':' || value from json_each('[1,2]') where key < 1");
    }

    @Test
    void quoteWritesLiteralsOfAllTypes() throws Exception {
        check(
                "\"'it''s'\",\"1.5\",\"2.0\",\"X'01FF'\",\"NULL\",\"7\"",
                "select quote('it''s'), quote(1.5), quote(2.0), quote(x'01ff'), quote(null), quote(7)");
        check("1", "select sqlite_version() >= '3.50'");
    }
}
