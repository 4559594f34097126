package dev.bailiwick.persistence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/// Pools that tell before and after each commit.
final class HookedPools {
    private HookedPools() {
    }

    interface Hook {
        /// Called before and after a commit.
        ///
        /// @param pool the name of the shard
        void at(boolean isCommitted, String pool) throws SQLException;
    }

    static PoolFactory of(Hook hook) {
        return (config, name, readOnly) -> pool(PoolFactory.hikari(config, name, readOnly), name, hook);
    }

    private static DataSource pool(DataSource pool, String name, Hook hook) {
        return (DataSource) Proxy.newProxyInstance(HookedPools.class.getClassLoader(),
                new Class<?>[]{DataSource.class, AutoCloseable.class}, (proxy, method, arguments) -> {
                    var result = invoked(pool, method, arguments);
                    return result instanceof Connection connection ? connection(connection, name, hook) : result;
                });
    }

    private static Connection connection(Connection connection, String name, Hook hook) {
        return (Connection) Proxy.newProxyInstance(HookedPools.class.getClassLoader(), new Class<?>[]{Connection.class},
                (proxy, method, arguments) -> {
                    boolean isCommit = method.getName().equals("commit");
                    if (isCommit) {
                        hook.at(false, name);
                    }
                    var result = invoked(connection, method, arguments);
                    if (isCommit) {
                        hook.at(true, name);
                    }
                    return result;
                });
    }

    private static Object invoked(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
