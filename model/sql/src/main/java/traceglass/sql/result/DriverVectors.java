package traceglass.sql.result;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.jspecify.annotations.Nullable;

/// Memory of the columns that DuckDB's driver fetches. The driver's own methods copy and convert one value at a time,
/// which takes ten times as long.
final class DriverVectors {

    /// The driver's fields and methods. Null if this version of the driver lacks them.
    private static final @Nullable Driver DRIVER = Driver.find();

    /// Message if the connection was closed while rows were read.
    static final String CLOSED = "the session was closed";

    /// Prefix of an error's message that the driver adds.
    private static final String FAILED = "Query failed: ";

    private record Driver(
            VarHandle data,
            VarHandle validity,
            VarHandle lock,
            MethodHandle checkOpen,
            MethodHandle checkError,
            MemorySegment memory) {

        static @Nullable Driver find() {
            try {
                MethodHandles.Lookup vector =
                        MethodHandles.privateLookupIn(DuckDBReadableVector.class, MethodHandles.lookup());
                MethodHandles.Lookup chunk =
                        MethodHandles.privateLookupIn(DuckDBDataChunkReader.class, MethodHandles.lookup());
                MethodHandles.Lookup result =
                        MethodHandles.privateLookupIn(DuckDBChunkedResult.class, MethodHandles.lookup());
                return new Driver(
                        vector.findVarHandle(DuckDBReadableVector.class, "data", ByteBuffer.class),
                        vector.findVarHandle(DuckDBReadableVector.class, "validity", ByteBuffer.class),
                        chunk.findVarHandle(DuckDBDataChunkReader.class, "chunkRefLock", ReentrantLock.class),
                        chunk.findVirtual(DuckDBDataChunkReader.class, "checkOpen", MethodType.methodType(void.class)),
                        result.findVirtual(DuckDBChunkedResult.class, "checkError", MethodType.methodType(void.class)),
                        MemorySegment.NULL.reinterpret(Long.MAX_VALUE));
            } catch (ReflectiveOperationException | RuntimeException e) {
                return null;
            }
        }
    }

    private DriverVectors() {}

    /// Returns whether the driver is the expected one.
    static boolean areReadable() {
        return DRIVER != null;
    }

    /// Reads the memory of a chunk.
    interface ChunkReader {
        void read() throws SQLException;
    }

    /// Reads the memory of a chunk. If another thread closes the connection, it waits until this has ended.
    ///
    /// @throws SQLException if the chunk was already closed
    static void read(DuckDBDataChunkReader chunk, ChunkReader reader) throws SQLException {
        ReentrantLock lock = (ReentrantLock) driver().lock.get(chunk);
        lock.lock();
        try {
            checkOpen(chunk);
            reader.read();
        } finally {
            lock.unlock();
        }
    }

    private static void checkOpen(DuckDBDataChunkReader chunk) throws SQLException {
        try {
            driver().checkOpen.invokeExact(chunk);
        } catch (IllegalStateException e) {
            throw new SQLException(CLOSED, e);
        } catch (Throwable e) {
            throw new IllegalStateException("The driver can't check a chunk", e);
        }
    }

    /// Returns all of the memory of the process, by address.
    static MemorySegment memory() {
        return driver().memory;
    }

    /// Returns the values of a column, in the layout of DuckDB's C interface. Valid only within [#read].
    static MemorySegment values(DuckDBReadableVector vector) {
        return MemorySegment.ofBuffer((ByteBuffer) driver().data.get(vector));
    }

    /// Returns a bit for each row of a column, which is 0 if the value is NULL; null if no value is NULL.
    static @Nullable MemorySegment validity(DuckDBReadableVector vector) {
        ByteBuffer bits = (ByteBuffer) driver().validity.get(vector);
        return bits == null ? null : MemorySegment.ofBuffer(bits);
    }

    /// Checks whether a result ended because of an error.
    static void checkEnd(DuckDBChunkedResult result) throws SQLException {
        try {
            driver().checkError.invokeExact(result);
        } catch (SQLException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(FAILED) ? new SQLException(message.substring(FAILED.length()), e) : e;
        } catch (Throwable e) {
            throw new IllegalStateException("The driver can't check a result", e);
        }
    }

    private static Driver driver() {
        if (DRIVER == null) {
            throw new IllegalStateException("Unknown version of DuckDB's driver");
        }
        return DRIVER;
    }
}
