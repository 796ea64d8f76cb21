package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class SocketFamilyTest {

    @Test
    void distinguishesSocketsByTheirNames() {
        assertEquals(SocketFamily.FILE, SocketFamily.of("/tmp/a"));
        assertEquals(SocketFamily.FILE, SocketFamily.of("/tmp/a:b"));
        assertEquals(SocketFamily.ABSTRACT, SocketFamily.of("@a:1"));
        assertEquals(SocketFamily.VSOCK, SocketFamily.of("vsock://2:30001"));
        assertEquals(SocketFamily.TCP, SocketFamily.of("127.0.0.1:30001"));
        assertEquals(SocketFamily.TCP, SocketFamily.of("[::1]:30001"));
    }

    @Test
    void refusesPortsThatDoNotExist() {
        assertThrows(IOException.class, () -> ListeningSocket.open("127.0.0.1:65536"));
        assertThrows(IOException.class, () -> ListeningSocket.open("127.0.0.1:99999999999"));
    }

    @Test
    void listensAtIpv6Addresses() throws Exception {
        ListeningSocket socket;
        try {
            socket = ListeningSocket.open("[::1]:0");
        } catch (IOException e) {
            Assumptions.abort("no IPv6: " + e);
            return;
        }
        try (socket) {
            assertTrue(socket.name().matches("\\[::1\\]:[1-9]\\d*"), socket.name());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void listensForVirtualMachines() throws Exception {
        String anyPort = "vsock://4294967295:4294967295";
        ListeningSocket socket;
        try {
            socket = ListeningSocket.open(anyPort);
        } catch (IOException e) {
            Assumptions.abort("no vsock: " + e);
            return;
        }
        socket.close();
        assertThrows(IOException.class, () -> ListeningSocket.open("vsock://2"));
        assertThrows(IOException.class, () -> ListeningSocket.open("vsock://a:b"));
    }
}
