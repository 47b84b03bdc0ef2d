#include "conformance/cleanup/removal.hpp"

#include "conformance/cleanup/find_by_name.hpp"

#include <algorithm>
#include <set>

namespace plumbline::cleanup {
namespace {

/// Removes entries one after the other.
class Remover {
  public:
    Remover(const Journal& journal, const Access& access)
        : header_(journal.header()), access_(access) {
        journal.visit([&](const Entry& entry) {
            if (!entry.id.empty()) known_ids_.insert(entry.id);
        });
    }

    Removal remove(const Entry& entry) {
        Removal removal;
        removal.entry = entry;
        const Kind* kind = find_kind(header_, entry);
        if (!kind) {
            removal.reason = "the journal does not say how to delete it";
        } else if (std::string why = why_not_ours(entry); !why.empty()) {
            removal.reason = std::move(why);
        } else if (entry.stage == Stage::kCreated) {
            remove_by_id(*kind, entry.id, removal);
        } else {
            remove_by_name(*kind, removal);
        }
        return removal;
    }

  private:
    /// Returns which credential is not the one the resource was created with, "" if all are: to
    /// whom it does not belong, a target would say that it is gone.
    std::string why_not_ours(const Entry& entry) const {
        if (access_.sent.contains(entry.number)) return "";
        for (const auto& [header, reference] : entry.credentials) {
            const std::string name = credential_name(reference);
            if (name.empty()) {
                return "it was created with a credential that the journal does not hold (in " +
                       header + "): delete it yourself";
            }
            const auto known = header_.recognised.find(name);
            const auto given = access_.credentials.find(name);
            if (given == access_.credentials.end() || given->second.empty())
                return "it was created with the " + name + " of its run, and none is given";
            if (known == header_.recognised.end() ||
                fingerprint(header_.run, given->second) != known->second) {
                return "it was created with another " + name + " than the one given";
            }
        }
        return "";
    }

    http::Headers credentials_for(const Entry& entry) const {
        const auto sent = access_.sent.find(entry.number);
        if (sent == access_.sent.end()) return headers_of(entry.credentials, access_.credentials);
        http::Headers headers;
        for (const auto& [header, value] : sent->second) headers.add(header, value);
        return headers;
    }

    void remove_by_id(const Kind& kind, const std::string& id, Removal& removal) {
        auto path = remove_path(kind, removal.entry.parents, id);
        if (!path) {
            removal.outcome = Outcome::kLeft;
            removal.reason = path.error().message;
            return;
        }
        client::Call call;
        call.url = removal.entry.url + *path;
        call.base_url = removal.entry.url;
        call.area = kind.area;
        call.request = {kind.remove.method, "", credentials_for(removal.entry), ""};
        call.timeout = access_.timeout;
        removal.exchanges.push_back(access_.send(call));
        judge_delete(removal);
    }

    static void leave(Removal& removal, const Error& failure) {
        const bool nothing_there = failure.code == ErrorCode::kUnreachable;
        removal.outcome = nothing_there ? Outcome::kUnanswered : Outcome::kLeft;
        removal.reason = failure.message;
    }

    void judge_delete(Removal& removal) const {
        const client::Exchange& exchange = removal.exchanges.back();
        if (exchange.failure) {
            leave(removal, *exchange.failure);
            return;
        }
        const int status = exchange.response->status;
        if (http::is_success(status)) {
            removal.outcome = Outcome::kRemoved;
        } else if (status == 404 && access_.absence == Absence::kProvesNothing) {
            removal.outcome = Outcome::kLeft;
            removal.reason = "it is not found, but the target may show it later";
        } else if (status == 404 || status == 410) {
            removal.outcome = Outcome::kGone;
        } else {
            removal.outcome = Outcome::kLeft;
            removal.reason = exchange.call.request.method + " answered " + std::to_string(status);
        }
    }

    /// Returns why a resource cannot be looked for, "" if it can.
    std::string why_not_found(const Kind& kind, const Entry& entry) const {
        if (!kind.list || kind.name.empty()) return "nothing lists it by name";
        if (entry.name.empty()) return "its name is not known either";
        if (entry.name.starts_with(header_.prefix)) return "";
        return "its name does not begin with the run's own " + header_.prefix;
    }

    void remove_by_name(const Kind& kind, Removal& removal) {
        const Entry& entry = removal.entry;
        if (const std::string why = why_not_found(kind, entry); !why.empty()) {
            removal.reason = "its id never came, and " + why + ": look for it yourself";
            return;
        }
        auto found = find_by_name({kind, entry, credentials_for(entry), access_.timeout},
                                  access_.send,
                                  removal.exchanges);
        if (!found) return leave(removal, found.error());
        found->erase(std::remove_if(found->begin(),
                                    found->end(),
                                    [&](const std::string& id) { return known_ids_.contains(id); }),
                     found->end());
        if (found->empty()) return judge_absence(removal);
        for (const std::string& id : *found) {
            remove_by_id(kind, id, removal);
            if (removal.outcome != Outcome::kRemoved && removal.outcome != Outcome::kGone) return;
            known_ids_.insert(id);
        }
    }

    void judge_absence(Removal& removal) const {
        const bool answered = removal.entry.stage == Stage::kUnknown;
        if (access_.absence == Absence::kProves ||
            (answered && access_.absence == Absence::kProvesOnceAnswered)) {
            removal.outcome = Outcome::kAbsent;
        } else if (answered) {
            removal.reason = "its creation may have worked, and the target's list may lag behind";
        } else {
            removal.reason = "no answer came to its creation, which may still be on its way";
        }
    }

    const Header& header_;
    const Access& access_;
    std::set<std::string> known_ids_;  ///< of resources that entries with an id stand for
};

const char* how(Outcome outcome) {
    return outcome == Outcome::kRemoved ? "removed" : outcome == Outcome::kGone ? "gone" : "absent";
}

}  // namespace

std::vector<Removal> remove_entries(Journal& journal,
                                    const Access& access,
                                    const std::function<bool(const Entry&)>& wanted,
                                    const std::function<void(const Removal&)>& tell) {
    std::vector<Entry> entries;
    journal.visit([&](const Entry& entry) {
        if (entry.stage != Stage::kClosed && wanted(entry)) entries.push_back(entry);
    });
    std::stable_partition(entries.begin(), entries.end(), [](const Entry& entry) {
        return entry.stage == Stage::kCreated;
    });
    Remover remover(journal, access);
    std::vector<Removal> removals;
    for (const Entry& entry : entries) {
        Removal removal = remover.remove(entry);
        if (removal.outcome < Outcome::kLeft) journal.close(entry.number, how(removal.outcome));
        if (tell) tell(removal);
        removals.push_back(std::move(removal));
    }
    return removals;
}

}  // namespace plumbline::cleanup
