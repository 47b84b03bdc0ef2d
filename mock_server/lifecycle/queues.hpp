#pragma once
// Who is in which state, and who waits for a slot.

#include "mock_server/store/store.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// Counts the records of each owner, a number or a name, by collection and state. There may be very
/// many owners, each of few records: one look finds an owner's counts, and they lie together.
template <typename Owner>
class CountsByOwner {
  public:
    /// Notes that a record has moved; "" stands for not being there.
    void move(const Owner& owner,
              const std::string& collection,
              const std::string& from,
              const std::string& to);
    [[nodiscard]] std::size_t of(const Owner& owner,
                                 const std::string& collection,
                                 const std::string& state) const;

  private:
    struct Count {
        std::string collection;
        std::string state;
        std::size_t number = 0;
    };

    std::unordered_map<Owner, std::vector<Count>> owners_;  ///< without counts of 0
};

/// What a record is counted by: nobody asks for the rest.
struct CountedBy {
    bool parent = true;
    bool tenant = true;
};

/// Counts the records in each state: of one parent, of one tenant.
class Tally {
  public:
    /// Notes that a record has moved; "" stands for not being there.
    void move(const Record& record, const std::string& from, const std::string& to, CountedBy by);
    [[nodiscard]] std::size_t of_parent(const std::string& collection,
                                        RecordNumber parent,
                                        const std::string& state) const;
    [[nodiscard]] std::size_t of_tenant(const std::string& collection,
                                        const std::string& tenant,
                                        const std::string& state) const;

  private:
    CountsByOwner<RecordNumber> by_parent_;
    CountsByOwner<std::string> by_tenant_;
};

/// Names the slots of one owner: a parent or a tenant.
struct Share {
    std::string collection;
    std::string slot;
    std::string owner;

    auto operator<=>(const Share&) const = default;
};

/// Who waits for slots, in the order of coming. Shares whose waiting records should be looked at
/// again are noted as stirred.
class Queues {
  public:
    /// A record, and the state it moves to with a slot.
    struct Waiting {
        RecordNumber record = 0;
        std::string to;
    };

    void join(const Share& share, RecordNumber record, const std::string& to);
    void leave(RecordNumber record);
    /// Says whether nobody waits for anything.
    [[nodiscard]] bool are_empty() const { return queues_.empty(); }
    /// Notes that there may be a free slot.
    void stir(const Share& share);
    void stir_all();
    /// Takes out a share that was stirred and that somebody waits for.
    [[nodiscard]] std::optional<Share> take_stirred();
    /// Returns who came next behind `number` (0: who came first), with a number of its own.
    [[nodiscard]] std::optional<std::pair<std::uint64_t, Waiting>> next(const Share& share,
                                                                        std::uint64_t number) const;

  private:
    std::map<Share, std::map<std::uint64_t, Waiting>> queues_;
    std::unordered_map<RecordNumber, std::pair<Share, std::uint64_t>> places_;
    std::set<Share> stirred_;
    std::uint64_t last_ = 0;
};

}  // namespace plumbline::mock
