package traceglass.sql.result;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.util.concurrent.locks.ReentrantLock;
import org.duckdb.DuckDBConnection;

/// Interrupts a statement whose rows are streamed. The driver's `cancel` has an effect only until the first rows have
/// arrived. It does nothing while further rows are fetched, which may take just as long.
final class FetchInterrupt {

    /// The driver's call, which is safe on any thread, and its arguments. Null if this version of the driver lacks
    /// them.
    private static final Driver DRIVER = Driver.find();

    private record Driver(VarHandle reference, VarHandle lock, MethodHandle interrupt) {

        static Driver find() {
            try {
                MethodHandles.Lookup lookup =
                        MethodHandles.privateLookupIn(DuckDBConnection.class, MethodHandles.lookup());
                return new Driver(
                        lookup.findVarHandle(DuckDBConnection.class, "connRef", ByteBuffer.class),
                        lookup.findVarHandle(DuckDBConnection.class, "connRefLock", ReentrantLock.class),
                        lookup.findStatic(
                                lookup.findClass("org.duckdb.DuckDBNative"),
                                "duckdb_jdbc_interrupt",
                                MethodType.methodType(void.class, ByteBuffer.class)));
            } catch (ReflectiveOperationException | RuntimeException e) {
                return null;
            }
        }
    }

    private FetchInterrupt() {}

    /// Interrupts the statement running on a connection, which must not be closed at the same time.
    static void interrupt(Connection connection) {
        if (DRIVER == null || !(connection instanceof DuckDBConnection target)) {
            return;
        }
        ReentrantLock lock = (ReentrantLock) DRIVER.lock().get(target);
        // A fetch through the driver's result holds the lock until it ends, so the statement is interrupted even
        // without the lock.
        boolean isLocked = lock.tryLock();
        try {
            ByteBuffer reference = (ByteBuffer) DRIVER.reference().get(target);
            if (reference != null) {
                DRIVER.interrupt().invokeExact(reference);
            }
        } catch (Throwable e) {
            throw new IllegalStateException("The driver can't interrupt a statement", e);
        } finally {
            if (isLocked) {
                lock.unlock();
            }
        }
    }
}
