#pragma once
// The clean-up journal: one JSON Lines file per run, written before anything is created.
//
// The first line is the header; every other line is an event of one entry: `intent` before its
// create is sent, `created` or `unknown` after the response, `closed` once the resource is deleted
// or was never created. Format: journal.schema.json.

#include "conformance/cleanup/journal_entry.hpp"
#include "spec/base/result.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::cleanup {

/// A journal as read from its file.
struct JournalContents {
    JournalHeader header;
    std::vector<JournalEntry> entries;  ///< entry n is at index n - 1
    std::size_t complete_bytes =
        0;  ///< number of bytes up to the last complete line; a killed run may leave half a line
    /// Why complete lines cannot be read, with file:line; the first ten.
    std::vector<Error> damage{};
};

/// Reads a journal; lines after the first that cannot be read are listed in the contents. Errors:
/// kNotFound, kIo, kLimit; kSyntax, kInvalid (also without a complete first line), kUnsupported
/// (another version) with file:line.
[[nodiscard]] Result<JournalContents> read_journal(const std::string& path);

/// Returns whether the run of a journal is still active.
[[nodiscard]] bool is_in_use(const std::string& path);

/// An open journal. Every line is on disk (fsync) when a call returns; the file is locked as long
/// as this object exists, so that no clean-up runs during an active run. Thread-safe: a mutex
/// guards the entries and the file.
class Journal {
  public:
    /// Creates a new journal in `folder`, and the folder if necessary. Errors: kIo.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> create(const std::string& folder,
                                                                 JournalHeader header);
    /// Opens the journal of a run that has ended; null if the run is still active. Errors: as
    /// read_journal; kNotFound also if it was removed in the meantime because all its entries were
    /// closed.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> reopen(const std::string& path);

    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const JournalHeader& header() const { return contents_.header; }
    [[nodiscard]] std::vector<JournalEntry> entries() const;
    /// Calls `visitor` with each entry, without copying. It must not use the journal.
    void visit(const std::function<void(const JournalEntry&)>& visitor) const;
    [[nodiscard]] int open_entry_count() const;
    /// Returns the lines that could not be read when the journal was reopened.
    [[nodiscard]] const std::vector<Error>& damage() const { return contents_.damage; }
    /// Returns the error of the first line that could not be written. Nothing is written after it.
    [[nodiscard]] std::optional<Error> failure() const;

    /// Records that a create is about to be sent and returns the entry's number. Errors: kIo: then
    /// it must not be sent.
    [[nodiscard]] Result<int> record_intent(JournalEntry entry);
    /// Records the response. If that cannot be written it is still stored in memory; see failure().
    void record_created(int number,
                        const std::string& id,
                        std::optional<Instant> created = std::nullopt);
    void record_unknown(int number);
    /// Records that the resource is deleted or was never created; `how` states which, e.g.
    /// `removed`.
    void record_closed(int number, const std::string& how);

    /// Removes the file if every entry is closed and every line could be read.
    void remove_if_closed();

  private:
    Journal(std::string path, int file, JournalContents contents);
    /// Changes an entry, and writes the line about it.
    void record(int number, const Json& line, const std::function<void(JournalEntry&)>& change);
    Result<void> append(const Json& line);

    std::string path_;
    int file_;
    mutable std::mutex mutex_;  ///< guards everything below and the file
    JournalContents contents_;  ///< its header is constant
    std::optional<Error> failure_;
};

}  // namespace plumbline::cleanup
