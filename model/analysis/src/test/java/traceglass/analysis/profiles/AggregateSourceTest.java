package traceglass.analysis.profiles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;

class AggregateSourceTest {

    private static final FlameScope ALL = FlameScope.range("all", 0, 0, 0);

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement s = connection.createStatement()) {
            s.execute("""
                CREATE TABLE __intrinsic_aggregate_profile(id BIGINT, scope VARCHAR, name VARCHAR, sample_type_type VARCHAR, sample_type_unit VARCHAR);
                CREATE TABLE __intrinsic_aggregate_sample(id BIGINT, aggregate_profile_id BIGINT, callsite_id BIGINT, value DOUBLE);
                CREATE TABLE stack_profile_callsite(id BIGINT, parent_id BIGINT, frame_id BIGINT);
                CREATE TABLE stack_profile_frame(id BIGINT, name VARCHAR, deobfuscated_name VARCHAR, rel_pc BIGINT, mapping BIGINT, symbol_set_id BIGINT);
                CREATE TABLE stack_profile_mapping(id BIGINT, name VARCHAR);
                CREATE TABLE stack_profile_symbol(id BIGINT, symbol_set_id BIGINT, name VARCHAR);
                INSERT INTO stack_profile_frame VALUES (0, 'main', NULL, 0, NULL, NULL), (1, 'read', NULL, 0, NULL, NULL);
                INSERT INTO stack_profile_callsite VALUES (0, NULL, 0), (1, 0, 1);
                """);
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private void add(String rows) throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.execute(rows);
        }
    }

    private List<AggregateSource> sources(FlameScope scope) throws Exception {
        return AggregateSource.findAll(new TraceQueries(connection), scope);
    }

    @Test
    void profilesOfOneKindOfFileAreMeasuresOfOneSource() throws Exception {
        add("""
            INSERT INTO __intrinsic_aggregate_profile VALUES
              (0, 'pprof_file', 'pprof alloc_objects', 'alloc_objects', 'count'), (1, 'pprof_file', 'pprof alloc_space', 'alloc_space', 'bytes'),
              (2, 'collapsed_stack_file', 'stacks', 'samples', 'count');
            INSERT INTO __intrinsic_aggregate_sample VALUES (0, 0, 1, 3), (1, 1, 1, 4096), (2, 0, 0, 2), (3, 1, 0, 10), (4, 0, 1, 4), (5, 2, 1, 9);
            """);
        List<AggregateSource> sources = sources(ALL);
        assertEquals(
                List.of("pprof profile", "Collapsed stacks"),
                sources.stream().map(AggregateSource::title).toList());
        FlameData data = sources.get(0).read(new TraceQueries(connection), ALL);
        assertEquals(
                List.of(
                        new FlameMeasure("alloc_objects", "Alloc objects", FlameMeasure.Unit.OBJECTS),
                        new FlameMeasure("alloc_space", "Alloc space", FlameMeasure.Unit.BYTES)),
                data.measures());
        assertEquals("main 2\nmain;read 7\n", new FlameGraph(data.frames(), 0, -1).collapsed());
        assertEquals("main 10\nmain;read 4096\n", new FlameGraph(data.frames(), 1, -1).collapsed());
    }

    @Test
    void timesAreConvertedAndFractionsKept() throws Exception {
        add("""
            INSERT INTO __intrinsic_aggregate_profile VALUES (0, 'speedscope_file', 's', 'wall', 'milliseconds'), (1, 'speedscope_file', 's', 'wall', 'none');
            INSERT INTO __intrinsic_aggregate_sample VALUES (0, 0, 1, 1.5), (1, 1, 1, 0.25), (2, 1, NULL, 7);
            """);
        FlameData data = sources(ALL).get(0).read(new TraceQueries(connection), ALL);
        assertEquals(
                List.of(
                        new FlameMeasure("wall", "Wall", FlameMeasure.Unit.NANOSECONDS),
                        new FlameMeasure("wall:2", "Wall (2)", FlameMeasure.Unit.WEIGHT)),
                data.measures());
        assertEquals("main;read 1500000\n", new FlameGraph(data.frames(), 0, -1).collapsed());
        assertEquals("0.25", data.measures().get(1).text(250));
        assertEquals("main;read 250\n", new FlameGraph(data.frames(), 1, -1).collapsed());
    }

    @Test
    void selectedThreadsSlicesAndDumpsHaveNoAggregateProfiles() throws Exception {
        add("INSERT INTO __intrinsic_aggregate_profile VALUES (0, 'pprof_file', 'p', 'cpu', 'nanoseconds')");
        assertEquals(1, sources(ALL).size());
        assertEquals(List.of(), sources(ALL.withSamplesOf(List.of(1L), List.of())));
        assertEquals(List.of(), sources(ALL.withSlices(List.of(1L))));
        assertEquals(List.of(), sources(ALL.withDump(new FlameScope.Dump(1, 0))));
    }
}
