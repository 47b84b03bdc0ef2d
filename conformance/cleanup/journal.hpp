#pragma once
// The clean-up journal: one file a run, JSON lines, on disk before anything is created.
//
// The first line is the Header; each other line an event of one entry: `intent` before its create
// is sent, `created` or `unknown` once it is answered, `closed` once the resource is gone or never
// was. Shapes: journal.schema.json.

#include "conformance/cleanup/entry.hpp"
#include "spec/base/result.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::cleanup {

/// A journal as read from its file.
struct Contents {
    Header header;
    std::vector<Entry> entries;   ///< entry n stands at n - 1
    std::size_t whole_bytes = 0;  ///< up to the last whole line; a killed run may leave half a line
};

/// Reads a journal. One without even a whole first line has no entries: its run was killed before
/// it created anything. Errors: kNotFound, kIo, kLimit; kSyntax, kInvalid, kUnsupported (another
/// version) with file:line.
[[nodiscard]] Result<Contents> read_journal(const std::string& path);

/// Says whether the run of a journal still goes on.
[[nodiscard]] bool is_in_use(const std::string& path);

/// An open journal. Every line is on disk (fsync) when a call returns; the file is locked as long
/// as this lives, so that nobody cleans up behind a run that goes on. Thread: safe from any thread.
class Journal {
  public:
    /// Makes a new journal in `folder`, and the folder. Errors: kIo.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> create(const std::string& folder,
                                                                 Header header);
    /// Opens the journal of a run that has ended; null if the run still goes on. Errors: as
    /// read_journal; kNotFound also if it went while it was opened: all in it was closed.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> reopen(const std::string& path);

    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const Header& header() const { return contents_.header; }
    [[nodiscard]] std::vector<Entry> entries() const;
    /// Calls `look` with each entry, without copying any. It must not use the journal.
    void visit(const std::function<void(const Entry&)>& look) const;
    [[nodiscard]] int open_entries() const;
    /// Returns why a line could not be written, once that has happened. Nothing is written after
    /// it.
    [[nodiscard]] std::optional<Error> failure() const;

    /// Notes that a create is about to be sent and returns the entry's number. Errors: kIo: then it
    /// must not be sent.
    [[nodiscard]] Result<int> intend(Entry entry);
    /// Notes what came of it. If that cannot be written it is still known here; see failure().
    void created(int number, const std::string& id);
    void unknown(int number);
    /// Notes that the resource is gone or never was; `how` says which, e.g. `removed`.
    void close(int number, const std::string& how);

    /// Removes the file if every entry is closed.
    void finish();

  private:
    Journal(std::string path, int file, Contents contents);
    void note(int number, Stage stage, const std::string& event, const std::string& detail);
    Result<void> append(const Json& line);

    std::string path_;
    int file_;
    mutable std::mutex mutex_;  ///< guards all below and the file
    Contents contents_;         ///< its header never changes
    std::optional<Error> failure_;
};

}  // namespace plumbline::cleanup
