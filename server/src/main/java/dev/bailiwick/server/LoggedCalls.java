package dev.bailiwick.server;

import java.util.concurrent.TimeUnit;

/// Hands everything on to another observer, and writes a line for each call that ended on the finest level of the log: method, status, error
/// and time, nothing of what was transported.
record LoggedCalls(CallObserver next) implements CallObserver {
    private static final System.Logger LOG = System.getLogger(LoggedCalls.class.getName());

    @Override
    public void connectionOpened() {
        next.connectionOpened();
    }

    @Override
    public void connectionClosed() {
        next.connectionClosed();
    }

    @Override
    public void started(String method) {
        next.started(method);
    }

    @Override
    public void finished(FinishedCall call) {
        next.finished(call);
        if (LOG.isLoggable(System.Logger.Level.DEBUG)) {
            LOG.log(System.Logger.Level.DEBUG, call.method() + " ended " + call.status() + ", error "
                    + call.errorNumber() + ", after " + TimeUnit.NANOSECONDS.toMicros(call.nanos()) + " us");
        }
    }

    @Override
    public void appended(int errorNumber, long nanos) {
        next.appended(errorNumber, nanos);
    }

    @Override
    public void received(long bytes) {
        next.received(bytes);
    }

    @Override
    public void sent(long bytes) {
        next.sent(bytes);
    }
}
