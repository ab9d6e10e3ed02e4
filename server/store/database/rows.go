package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// This file reads and writes rows without knowing what they mean: that is all a copy of a store needs. Columns are BIGINT, TEXT
// or BYTEA, which both engines read as an int64, a string and bytes.

// versionTable is goose's own.
const versionTable = "goose_db_version"

// passing are the tables that say which programs are here, which holds for no copy.
var passing = map[string]bool{"node": true, "lead": true, "space": true}

// Snapshot is a store at one moment.
type Snapshot struct {
	tx      *sql.Tx
	dialect Dialect
}

// Read calls f with the store as it is now, and as it stays for f whatever is written meanwhile.
func (s *Store) Read(ctx context.Context, f func(*Snapshot) error) error {
	var opts *sql.TxOptions
	if s.dialect.Numbered {
		opts = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	tx, err := s.read.BeginTx(ctx, opts) // in SQLite a transaction that only reads is a snapshot
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return f(&Snapshot{tx, s.dialect})
}

// Tables are the names of all tables, in order.
func (s *Snapshot) Tables(ctx context.Context) (names []string, err error) {
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
	if s.dialect.Numbered {
		query = `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`
	}
	rows, err := s.tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		if name != versionTable && !passing[name] {
			names = append(names, name)
		}
	}
	return names, rows.Err()
}

// Each calls f for each row of a table, one after the other; what f gets is its own only until it returns. after is SQL that
// follows the table's name: a WHERE, an ORDER BY.
func (s *Snapshot) Each(ctx context.Context, table, after string, f func(columns []string, values []any) error) error {
	rows, err := s.tx.QueryContext(ctx, "SELECT * FROM "+quoted(table)+" "+after)
	if err != nil {
		return fmt.Errorf("table %s: %w", table, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, at := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		at[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(at...); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
		if err := f(columns, values); err != nil {
			return err
		}
	}
	return rows.Err()
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// ErrNotEmpty is the error of filling a store that has something in it.
var ErrNotEmpty = errors.New("something is kept here already")

// Fill copies all rows of a snapshot into a store that has none, in one transaction.
func (s *Store) Fill(ctx context.Context, from *Snapshot) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	tables, err := from.Tables(ctx)
	if err != nil {
		return err
	}
	into := &Snapshot{tx, s.dialect}
	own, err := into.Tables(ctx)
	if err != nil {
		return err
	}
	for _, table := range own {
		if err := into.Each(ctx, table, "LIMIT 1", func([]string, []any) error { return ErrNotEmpty }); err != nil {
			return err
		}
	}
	for _, table := range tables {
		if err := s.fill(ctx, tx, from, table); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (s *Store) fill(ctx context.Context, tx *sql.Tx, from *Snapshot, table string) error {
	var insert *sql.Stmt
	return from.Each(ctx, table, "", func(columns []string, values []any) (err error) {
		if insert == nil {
			names := make([]string, len(columns))
			for i, c := range columns {
				names[i] = quoted(c)
			}
			places := strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")
			query := "INSERT INTO " + quoted(table) + " (" + strings.Join(names, ", ") + ") VALUES (" + places + ")"
			if insert, err = tx.PrepareContext(ctx, s.dialect.bind(query)); err != nil {
				return fmt.Errorf("table %s: %w", table, err)
			}
		}
		if _, err = insert.ExecContext(ctx, values...); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
		return nil
	})
}
